import { acting } from '../acting.ts';

/** Statements of one organization that may be under way at once. */
const atOnce = 3;
/** Most questions that one statement answers. */
const most = 100;

/** Tells an answer, or why there is none. */
type Tell<A> = (error: Error | null, answer?: A) => void;

interface Waiting<Q, A> {
  question: Q;
  tell: Tell<A>;
}

/** Answers questions of one organization, in their order. */
type Answering<Q, A> = (orgId: string, questions: readonly Q[]) => Promise<readonly (A | undefined)[]>;

/**
 * Asks a database that is a server what many requests ask at the same time: what comes in one round of the event loop goes in one statement, and
 * what comes while three statements of its organization are under way waits for the next. A question is never answered by what was read
 * before it was asked. What fails fails for all who are in the statement. Who asked is told by a call, one after the other: a promise for each,
 * and what waits for it, would take as long as their part of the statement.
 */
export class AskTogether<Q, A> {
  readonly #answering: Answering<Q, A>;
  readonly #waiting = new Map<string, Waiting<Q, A>[]>();
  readonly #underWay = new Map<string, number>();

  constructor(answering: Answering<Q, A>) {
    this.#answering = answering;
  }

  ask(orgId: string, question: Q, tell: Tell<A>): void {
    const waiting = this.#waiting.get(orgId);
    if (waiting !== undefined) return void waiting.push({ question, tell });
    this.#waiting.set(orgId, [{ question, tell }]);
    // What others go on with is no doing of the request that asked first.
    acting.exit(() => setImmediate(() => this.#next(orgId)));
  }

  #next(orgId: string): void {
    const underWay = this.#underWay.get(orgId) ?? 0;
    const waiting = this.#waiting.get(orgId);
    if (underWay >= atOnce || waiting === undefined) return;
    const part = waiting.splice(0, most);
    if (waiting.length === 0) this.#waiting.delete(orgId);
    this.#underWay.set(orgId, underWay + 1);
    void this.#answer(orgId, part).finally(() => this.#isOver(orgId));
    this.#next(orgId);
  }

  async #answer(orgId: string, part: readonly Waiting<Q, A>[]): Promise<void> {
    const questions = part.map(({ question }) => question);
    const answers = await this.#answering(orgId, questions).catch(asError);
    for (const [at, { tell }] of part.entries())
      if (answers instanceof Error) tell(answers);
      else tell(null, answers[at]);
  }

  #isOver(orgId: string): void {
    const left = (this.#underWay.get(orgId) ?? 1) - 1;
    if (left === 0) this.#underWay.delete(orgId);
    else this.#underWay.set(orgId, left);
    this.#next(orgId);
  }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
