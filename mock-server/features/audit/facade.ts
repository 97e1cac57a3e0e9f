import type { TrailTx } from '../../platform/database/handles.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Platform } from '../../platform/services.ts';
import { eraseDetails, type Named, type Person, setErasure, sources } from './erase-store.ts';
import { dropOwn } from './pending-store.ts';
import { rowOf } from './record.ts';
import { seal } from './seal.ts';
import * as store from './store.ts';

/** Rows that are erased in one transaction, so that other writers wait no longer than that. */
const step = 200;

/** Records the changes of this transaction, which erases a person, as one row that says only whom it was about. */
export async function tellErased(
  tx: TrailTx,
  { database, secrets }: Pick<Platform, 'database' | 'secrets'>,
  person: Person,
): Promise<void> {
  await dropOwn(tx, database.dialect);
  const entry = {
    orgId: person.org_id,
    action: 'job:erase_deleted_users',
    outcome: 'done',
    actor: null,
    subject: { kind: 'user', id: person.id },
    details: {},
  } as const;
  await store.insertRows(tx, [rowOf(secrets, entry)]);
}

/**
 * Erases from the audit log what it says about a deleted person, except who, when and what, which do not contain their
 * name. Each step is a transaction of its own: after an interruption, call it again.
 */
export async function eraseFromTrail({ database, secrets }: Platform, person: Person): Promise<void> {
  for (const source of sources) {
    let after = '';
    for (;;) {
      const rows = await source(database.db, person, after, step);
      await database.trail((tx) => eraseRows(tx, secrets, rows));
      after = rows.at(-1)?.id ?? '';
      if (rows.length < step) break;
    }
  }
}

async function eraseRows(tx: TrailTx, secrets: Secrets, rows: readonly Named[]): Promise<void> {
  for (const [orgId, own] of Map.groupBy(rows, (row) => row.org_id)) {
    const erased = await eraseDetails(
      tx,
      orgId,
      own.map(({ id }) => id),
    );
    for (const row of erased) await setErasure(tx, row, seal.erasure(secrets, row));
  }
}

/** Records a command of the operator, whether or not a service is running at the same time. */
export async function tellOperator(
  { database, secrets }: Platform,
  command: string,
  sent: Readonly<Record<string, unknown>>,
): Promise<void> {
  const action = `operator:${command}`;
  const entry = {
    orgId: '',
    action,
    outcome: 'done',
    actor: null,
    subject: null,
    details: { sent },
  } as const;
  await database.trail((tx) => store.insertRows(tx, [rowOf(secrets, entry)]));
}
