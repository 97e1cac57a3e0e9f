import { acting } from '../acting.ts';

/** Statements of one organization that may be under way at once. */
const atOnce = 3;
/** Most questions that one statement answers. */
const most = 100;
/**
 * Milliseconds after which another statement goes beside one that is not answered yet, though it is not full: a server that is far away or slow
 * holds nobody up for longer.
 */
const besideAfter = 20;

/** Tells an answer, or why there is none. */
type Tell<A> = (error: Error | null, answer?: A) => void;

interface Waiting<Q, A> {
  question: Q;
  tell: Tell<A>;
}

/** What an organization asks. */
interface Line<Q, A> {
  waiting: Waiting<Q, A>[];
  underWay: number;
  /** When the last statement went (ms). */
  sent: number;
  timer: NodeJS.Timeout | undefined;
}

/** Answers questions of one organization, in their order. */
type Answering<Q, A> = (orgId: string, questions: readonly Q[]) => Promise<readonly (A | undefined)[]>;

/**
 * Asks a database that is a server what many requests ask at the same time: what comes in one round of the event loop goes in one statement, and
 * what comes while that is under way waits for the next, which goes as soon as there is an answer: a statement costs the server as much as the
 * looks of ten who ask. A question is never answered by what was read before it was asked. What fails fails for all who are in the statement. Who
 * asked is told by a call, one after the other: a promise for each, and what waits for it, would take as long as their part of the statement.
 */
export class AskTogether<Q, A> {
  readonly #answering: Answering<Q, A>;
  readonly #lines = new Map<string, Line<Q, A>>();

  constructor(answering: Answering<Q, A>) {
    this.#answering = answering;
  }

  ask(orgId: string, question: Q, tell: Tell<A>): void {
    const line = this.#lines.get(orgId) ?? { waiting: [], underWay: 0, sent: 0, timer: undefined };
    this.#lines.set(orgId, line);
    if (line.waiting.push({ question, tell }) > 1) return;
    // What others go on with is no doing of the request that asked first.
    acting.exit(() => setImmediate(() => this.#next(orgId, line)));
  }

  #next(orgId: string, line: Line<Q, A>): void {
    clearTimeout(line.timer);
    if (line.waiting.length === 0 || line.underWay >= atOnce) return;
    const isDue = line.underWay === 0 || line.waiting.length >= most;
    const wait = isDue ? 0 : line.sent + besideAfter - performance.now();
    if (wait > 0) {
      line.timer = setTimeout(() => this.#next(orgId, line), wait);
      return;
    }
    line.underWay += 1;
    line.sent = performance.now();
    void this.#answer(orgId, line, line.waiting.splice(0, most));
    this.#next(orgId, line);
  }

  async #answer(orgId: string, line: Line<Q, A>, part: readonly Waiting<Q, A>[]): Promise<void> {
    const questions = part.map(({ question }) => question);
    const answers = await this.#answering(orgId, questions).catch(asError);
    // The server is asked for the next ones first: it looks while these are told, and go on.
    this.#isOver(orgId, line);
    for (const [at, { tell }] of part.entries())
      if (answers instanceof Error) tell(answers);
      else tell(null, answers[at]);
  }

  #isOver(orgId: string, line: Line<Q, A>): void {
    line.underWay -= 1;
    this.#next(orgId, line);
    if (line.underWay === 0 && line.waiting.length === 0) this.#lines.delete(orgId);
  }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
