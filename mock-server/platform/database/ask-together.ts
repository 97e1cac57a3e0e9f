/** Statements of one organization that may be under way at once. */
const atOnce = 3;
/** Most questions that one statement answers. */
const most = 100;

interface Waiting<Q, A> {
  question: Q;
  resolve(answer: A | undefined): void;
  reject(error: unknown): void;
}

/** Answers questions of one organization, in their order. */
type Answering<Q, A> = (orgId: string, questions: readonly Q[]) => Promise<readonly (A | undefined)[]>;

/**
 * Asks a database that is a server what many requests ask at the same time: what comes in one round of the event loop goes in one statement, and
 * what comes while three statements of its organization are under way waits for the next. A question is never answered by what was read
 * before it was asked. What fails fails for all who are in the statement.
 */
export class AskTogether<Q, A> {
  readonly #answering: Answering<Q, A>;
  readonly #waiting = new Map<string, Waiting<Q, A>[]>();
  readonly #underWay = new Map<string, number>();

  constructor(answering: Answering<Q, A>) {
    this.#answering = answering;
  }

  ask(orgId: string, question: Q): Promise<A | undefined> {
    return new Promise((resolve, reject) => {
      const one = { question, resolve, reject };
      const waiting = this.#waiting.get(orgId);
      if (waiting !== undefined) return void waiting.push(one);
      this.#waiting.set(orgId, [one]);
      setImmediate(() => this.#next(orgId));
    });
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
    try {
      const answers = await this.#answering(
        orgId,
        part.map(({ question }) => question),
      );
      for (const [at, { resolve }] of part.entries()) resolve(answers[at]);
    } catch (error) {
      for (const { reject } of part) reject(error);
    }
  }

  #isOver(orgId: string): void {
    const left = (this.#underWay.get(orgId) ?? 1) - 1;
    if (left === 0) this.#underWay.delete(orgId);
    else this.#underWay.set(orgId, left);
    this.#next(orgId);
  }
}
