interface Waiting<Q, A> {
  question: Q;
  answered(answer: A): void;
  failed(error: unknown): void;
}

/** How many are asked at once at most, and how many such rounds are under way. */
export interface TogetherLimits {
  most: number;
  rounds: number;
}

/**
 * Asks at once what many ask by themselves. Nobody waits for others to come: what has come by the end of a round of the event loop goes together, and more of it
 * the longer the answers take. Each is asked for after it came, so that it knows what had happened before.
 */
export class Together<Q, A> {
  readonly #ask: (questions: readonly Q[]) => Promise<readonly A[]>;
  readonly #limits: TogetherLimits;
  #waiting: Waiting<Q, A>[] = [];
  #running = 0;
  #isDue = false;

  /** `ask` answers so many questions, in their order. */
  constructor(ask: (questions: readonly Q[]) => Promise<readonly A[]>, limits: TogetherLimits) {
    this.#ask = ask;
    this.#limits = limits;
  }

  /** Error: that of the round in which it was asked. */
  ask(question: Q): Promise<A> {
    return new Promise((answered, failed) => {
      this.#waiting.push({ question, answered, failed });
      if (this.#isDue || this.#running >= this.#limits.rounds) return;
      this.#isDue = true;
      setImmediate(() => {
        this.#isDue = false;
        this.#begin();
      });
    });
  }

  #begin(): void {
    while (this.#waiting.length > 0 && this.#running < this.#limits.rounds)
      void this.#round(this.#waiting.splice(0, this.#limits.most));
  }

  async #round(all: readonly Waiting<Q, A>[]): Promise<void> {
    this.#running += 1;
    try {
      const answers = await this.#ask(all.map(({ question }) => question));
      // As many as were asked: `ask` says so.
      for (const [at, { answered }] of all.entries()) answered(answers[at] as A);
    } catch (error) {
      for (const { failed } of all) failed(error);
    } finally {
      this.#running -= 1;
      this.#begin();
    }
  }
}
