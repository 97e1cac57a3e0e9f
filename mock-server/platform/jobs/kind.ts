import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';

/** The name of a kind of job, and the shape of what it is told; it stands in the database until it is done. */
export interface JobName<S extends TSchema = TSchema> {
  readonly name: string;
  readonly payload: S;
}

/** What a job is told about itself. */
export interface JobRun {
  /** The organization it belongs to; empty for the service's own. */
  orgId: string;
  /** How often it was begun, this time counted. */
  attempt: number;
}

/** A kind of job that this process can do. */
export interface JobKind {
  readonly name: string;
  /** Does it. Whatever it throws is tried again later, but for a `PermanentFailure`. */
  run(payload: unknown, job: JobRun): Promise<void>;
  /** Milliseconds between two runs of a job that comes again and again; there is one of it over all processes. */
  readonly every?: number;
}

/** Trying again would be of no use. Its message is what an administrator reads. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

/**
 * Binds a kind's name to the work, which then gets a payload of the declared shape. One of another shape, left by another
 * version of the service, fails for good.
 */
export const jobKind = <S extends TSchema>(
  { name, payload: shape }: JobName<S>,
  work: (payload: Static<S>, job: JobRun) => Promise<void>,
): JobKind => ({
  name,
  run: async (payload, job) => {
    if (!Check(shape, payload)) throw new PermanentFailure('Another version of the service left this.');
    await work(payload, job);
  },
});
