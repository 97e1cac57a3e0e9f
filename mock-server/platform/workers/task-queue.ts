import { ServiceError } from '../errors.ts';

interface Entered {
  owner: string;
  isLong: boolean;
}

interface Waiting extends Entered {
  go(): void;
}

export interface QueueLimits {
  /** Most tasks that wait. */
  maxLength: number;
  /** Seconds after which a waiting task is refused; a long one waits as long as necessary. */
  seconds: number;
}

/** The refusal when there is too much to do; the client may try again. */
const busyError = (): ServiceError =>
  new ServiceError(
    'unavailable',
    'Too many files are being read at the moment. Try again in a few seconds.',
    {
      headers: { 'retry-after': '5' },
    },
  );

/**
 * Lets a limited number of tasks run at once. Tasks of owners without a running task go first, so that no owner blocks
 * the others; long tasks leave a place to the others, where there are two.
 */
export class TaskQueue {
  readonly #slots: number;
  readonly #limits: QueueLimits;
  readonly #running: Entered[] = [];
  readonly #waiting: Waiting[] = [];
  #refused = 0;

  constructor(slots: number, limits: QueueLimits) {
    this.#slots = slots;
    this.#limits = limits;
  }

  /** How many tasks wait and run, and how many were refused since the process started. */
  get taskCounts(): { waiting: number; running: number; refused: number } {
    return { waiting: this.#waiting.length, running: this.#running.length, refused: this.#refused };
  }

  /** Waits for a turn; call the returned function when the task is done. Error: `unavailable`. */
  async enter(owner: string, isLong = false): Promise<() => void> {
    const entered = { owner, isLong };
    if (this.#hasPlace(entered)) this.#running.push(entered);
    else await this.#wait(entered);
    return () => this.#leave(entered);
  }

  #hasPlace({ isLong }: Entered): boolean {
    const long = this.#running.filter((running) => running.isLong).length;
    return this.#running.length < this.#slots && (!isLong || long < Math.max(1, this.#slots - 1));
  }

  #refusal(): ServiceError {
    this.#refused += 1;
    return busyError();
  }

  #wait(entered: Entered): Promise<void> {
    if (this.#waiting.length >= this.#limits.maxLength) return Promise.reject(this.#refusal());
    return new Promise((resolve, reject) => {
      const sendAway = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(this.#refusal());
      };
      // Nobody waits for a long task, and others of its kind may take minutes each.
      const timer = entered.isLong ? undefined : setTimeout(sendAway, this.#limits.seconds * 1000);
      const waiting: Waiting = {
        ...entered,
        go: () => {
          clearTimeout(timer);
          this.#running.push(entered);
          resolve();
        },
      };
      this.#waiting.push(waiting);
    });
  }

  #leave(entered: Entered): void {
    this.#running.splice(this.#running.indexOf(entered), 1);
    const ready = this.#waiting.filter((waiting) => this.#hasPlace(waiting));
    const owners = new Set(this.#running.map((running) => running.owner));
    const next = ready.find((waiting) => !owners.has(waiting.owner)) ?? ready[0];
    if (next === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    next.go();
  }
}
