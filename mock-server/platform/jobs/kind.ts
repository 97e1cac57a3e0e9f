import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';

/** The name of a kind of job, and the schema of its payload, which the database keeps until the job is done. */
export interface JobName<S extends TSchema = TSchema> {
  readonly name: string;
  readonly payload: S;
}

/** What a running job is told about itself. */
export interface JobRun {
  /** The organization it belongs to; empty for the service's own. */
  orgId: string;
  /** How often it was started, this time included. */
  attempt: number;
  /**
   * Aborted when the process stops: a job that can continue later ends soon, and leaves the rest to another process.
   */
  stopped: AbortSignal;
}

/** A kind of job that this process can run. */
export interface JobKind {
  readonly name: string;
  /** Runs the job. When it throws, the job is tried again later, unless it throws a `PermanentFailure`; see also `RetryLater`. */
  run(payload: unknown, job: JobRun): Promise<void>;
  /** For a periodic job, milliseconds between two runs. All processes share one such job. */
  readonly every?: number;
  /**
   * Whether it deletes things, or shuts people out, because time has passed. It does not run while the clock is not to be
   * believed.
   */
  readonly byAge?: boolean;
  /** Most jobs of this kind that run at the same time in one process; absent: four. */
  readonly maxRunning?: number;
  /**
   * Whether organizations take turns, so that the jobs of one do not delay those of another; absent: the oldest job
   * comes first.
   */
  readonly isFair?: boolean;
  /**
   * Where they take turns, most jobs of one organization that run at the same time in one process; absent: as many as
   * of all together.
   */
  readonly maxRunningPerOrganization?: number;
}

/** A failure that another attempt would not cure. Administrators read its message. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

/**
 * Thrown by a job that continues later without having failed: because a server asked for a pause, or to let others have
 * a turn.
 */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  /** Milliseconds until it continues. */
  readonly wait: number;

  constructor(wait: number) {
    super(`It goes on in ${Math.ceil(wait / 1000)} s.`);
    this.wait = wait;
  }
}

/**
 * Binds a kind of job to the function that does it, whose payload is then typed. A payload that does not match the
 * schema, because another version of the service wrote it, fails for good.
 */
export const bindJobKind = <S extends TSchema>(
  { name, payload: shape }: JobName<S>,
  work: (payload: Static<S>, job: JobRun) => Promise<void>,
  limits: Pick<JobKind, 'maxRunning' | 'isFair' | 'maxRunningPerOrganization'> = {},
): JobKind => ({
  ...limits,
  name,
  run: async (payload, job) => {
    if (!Check(shape, payload)) throw new PermanentFailure('Another version of the service made this job.');
    await work(payload, job);
  },
});
