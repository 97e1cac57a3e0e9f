/** The number of turns after which a simulation is considered to be in an endless loop. */
const maxTurns = 200_000;

/**
 * The event loop of a simulated world: whatever happens in it does so in a numbered turn, and in the same one each time. What is done
 * outside, by the service or by other threads, begins at the end of a turn, one after the other, and no turn passes meanwhile.
 */
export class EventLoop {
  /** The number of the turn that is passing, or has passed last. */
  now = 0;
  readonly #tasks = new Map<number, (() => void)[]>();
  #outside: (() => Promise<void>)[] = [];

  /** Does something in a later turn, after what was posted to it before. */
  post = (task: () => void, turns = 1): void => {
    const at = this.now + Math.max(1, turns);
    const others = this.#tasks.get(at);
    if (others === undefined) this.#tasks.set(at, [task]);
    else others.push(task);
  };

  /** Has something done outside, at the end of a turn; what comes of it is heard `turns` later. */
  outside<T>(work: () => Promise<T>, turns = 1): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#outside.push(() =>
      work().then(
        (result) => this.post(() => resolve(result), turns),
        (fault: unknown) => this.post(() => reject(fault), turns),
      ),
    );
    return promise;
  }

  async turn(): Promise<void> {
    this.now += 1;
    const tasks = this.#tasks.get(this.now) ?? [];
    this.#tasks.delete(this.now);
    // Between two tasks all promise callbacks run, as in a browser.
    for (const task of tasks) setImmediate(task);
    await drained();
    for (let work = this.#outside.shift(); work !== undefined; work = this.#outside.shift()) await work();
  }

  /** Lets turns pass until nothing happens any more by itself. */
  async rest(): Promise<void> {
    const end = this.now + maxTurns;
    do {
      if (this.now > end) throw new Error('The simulated world does not come to rest.');
      await this.turn();
    } while (this.#tasks.size > 0 || this.#outside.length > 0);
  }
}

const drained = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
