import type { Static, TSchema } from 'typebox';
import type { Tx } from '../database/handles.ts';
import { createId, getNow } from '../database/identifiers.ts';
import type { SharedClock } from '../database/postgres/shared-clock.ts';
import type { JobName } from './kind.ts';
import { insertJob } from './store.ts';

/** Adds jobs to the database, in the transaction of the change that asks for them. */
export class JobQueue {
  /** The clock by which jobs become due and leases end. */
  readonly clock: SharedClock;
  #listener: () => void = () => undefined;

  constructor(clock: SharedClock) {
    this.clock = clock;
  }

  /** Adds a job in the transaction of the change that asks for it. Call `wake` after that transaction. */
  async enqueue<S extends TSchema>(
    tx: Tx,
    orgId: string,
    { name }: JobName<S>,
    payload: Static<S>,
  ): Promise<void> {
    await insertJob(tx, {
      org_id: orgId,
      id: createId(),
      kind: name,
      payload: JSON.stringify(payload),
      state: 'waiting',
      attempts: 0,
      due: this.clock.moment(),
      owner: null,
      last_error: null,
      last_error_guid: null,
      created: getNow(),
    });
  }

  /** Makes the worker of this process look for due jobs at once. Other processes find them at their next check. */
  wake(): void {
    this.#listener();
  }

  /** Registers what `wake` calls. */
  onWake(listener: () => void): void {
    this.#listener = listener;
  }
}
