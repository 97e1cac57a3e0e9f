import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { ServiceError } from './errors.ts';

/** Parameters of argon2id: kibibytes of memory and passes over them. */
interface HashCost {
  memoryCost: number;
  timeCost: number;
}

export interface HasherOptions {
  cost: HashCost;
  /** How many passwords are hashed at the same time. */
  concurrency?: number;
  /** How many wait before further ones are refused. */
  maxWaiting?: number;
}

/** Threads of libuv's pool, in which argon2 runs, unless `UV_THREADPOOL_SIZE` says otherwise. */
const poolSize = 4;

/**
 * How many passwords are hashed at the same time on so many cores. One core is left to requests, and one thread of the
 * pool to reading files, resolving names and compressing, which would otherwise wait behind every sign-in.
 */
export const hashConcurrency = (cores = availableParallelism()): number =>
  Math.max(1, Math.min(cores, poolSize) - 1);

/** Hashes passwords by argon2id, a few at a time; the others wait in order. */
export class PasswordHasher {
  readonly #cost: HashCost;
  readonly #concurrency: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** The hash of a password that nobody has; undefined before it is needed. */
  #decoy: Promise<string> | undefined;

  constructor({ cost, concurrency = hashConcurrency(), maxWaiting = 1_000 }: HasherOptions) {
    this.#cost = cost;
    this.#concurrency = concurrency;
    this.#maxWaiting = maxWaiting;
  }

  /** A password's hash in the usual `$argon2id$…` form. Error: `unavailable` when too many passwords wait. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, { ...this.#cost, parallelism: 1 }));
  }

  /** Whether the password is the one that was hashed. Error: `unavailable`. */
  verify(hashed: string, password: string): Promise<boolean> {
    return this.#inTurn(() => verify(hashed, password));
  }

  /**
   * Takes as long as verifying a password and fails, so that response times do not tell which users exist. Error:
   * `unavailable`.
   */
  async verifyDecoy(password: string): Promise<void> {
    this.#decoy ??= this.hash('nobody has this password').catch((error: unknown) => {
      this.#decoy = undefined;
      throw error;
    });
    await this.verify(await this.#decoy, password);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      return await work();
    } finally {
      // Whoever is next takes this place over, so that nobody else can come between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#concurrency) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= this.#maxWaiting) throw tooManySignIns();
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

const tooManySignIns = () =>
  new ServiceError('unavailable', 'Too many people are signing in. Try again in a moment.', {
    headers: { 'retry-after': '10' },
  });
