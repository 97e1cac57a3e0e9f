import type { Static, TSchema } from 'typebox';
import type { Tx } from '../database/handles.ts';
import { newId, now } from '../database/identifiers.ts';
import type { JobName } from './kind.ts';
import { insertJob } from './store.ts';

/** Where work for later is left: it is kept in the database, with the change that asks for it or not at all. */
export class JobQueue {
  #listener: () => void = () => undefined;

  /** Leaves a job, inside the transaction of the change that asks for it. Call `wake` once that has ended. */
  async enqueue<S extends TSchema>(
    tx: Tx,
    orgId: string,
    { name }: JobName<S>,
    payload: Static<S>,
  ): Promise<void> {
    await insertJob(tx, {
      org_id: orgId,
      id: newId(),
      kind: name,
      payload: JSON.stringify(payload),
      state: 'waiting',
      attempts: 0,
      due: now(),
      owner: null,
      last_error: null,
      last_error_guid: null,
      created: now(),
    });
  }

  /** Something may be due: the worker of this process looks at once. Others see it when they look next. */
  wake(): void {
    this.#listener();
  }

  /** Called whenever something may be due. */
  onWake(listener: () => void): void {
    this.#listener = listener;
  }
}
