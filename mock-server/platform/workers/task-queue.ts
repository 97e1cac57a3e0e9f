import { ServiceError } from '../http/errors.ts';

interface Waiting {
  owner: string;
  go(): void;
}

export interface QueueLimits {
  /** Most tasks that wait. */
  longest: number;
  /** Seconds after which a task that waits is sent away. */
  seconds: number;
}

/** Too much is being done; the client may try again. */
const busy = (): ServiceError =>
  new ServiceError(
    'unavailable',
    'Too many files are being read at the moment. Try again in a few seconds.',
    {
      headers: { 'retry-after': '5' },
    },
  );

/** Lets so many tasks run at once. Those of owners of whom none runs come first, so that nobody's keep others waiting. */
export class TaskQueue {
  readonly #slots: number;
  readonly #limits: QueueLimits;
  readonly #running: string[] = [];
  readonly #waiting: Waiting[] = [];

  constructor(slots: number, limits: QueueLimits) {
    this.#slots = slots;
    this.#limits = limits;
  }

  /** Waits for a turn; call what it returns when the task is done. Error: `unavailable`. */
  async enter(owner: string): Promise<() => void> {
    if (this.#running.length >= this.#slots) await this.#wait(owner);
    else this.#running.push(owner);
    return () => this.#leave(owner);
  }

  #wait(owner: string): Promise<void> {
    if (this.#waiting.length >= this.#limits.longest) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(busy());
      }, this.#limits.seconds * 1000);
      const waiting: Waiting = {
        owner,
        go: () => {
          clearTimeout(timer);
          this.#running.push(owner);
          resolve();
        },
      };
      this.#waiting.push(waiting);
    });
  }

  #leave(owner: string): void {
    this.#running.splice(this.#running.indexOf(owner), 1);
    const other = this.#waiting.findIndex((waiting) => !this.#running.includes(waiting.owner));
    const [next] = this.#waiting.splice(Math.max(other, 0), 1);
    next?.go();
  }
}
