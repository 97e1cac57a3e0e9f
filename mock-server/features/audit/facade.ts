import type { TrailTx } from '../../platform/database/handles.ts';
import type { Platform } from '../../platform/services.ts';
import type { Person } from './erasure-store.ts';
import { dropOwn } from './pending-store.ts';
import { recordEntries } from './record.ts';

export { eraseFromTrail } from './erasure.ts';
export { actOf } from './transactions.ts';

/** Records the changes of this transaction, which erases a person, as one row that says only whom it was about. */
export async function recordErasure(tx: TrailTx, platform: Platform, person: Person): Promise<() => void> {
  await dropOwn(tx, platform.database.dialect);
  const entry = {
    orgId: person.org_id,
    action: 'job:erase_deleted_users',
    outcome: 'done',
    actor: null,
    subject: { kind: 'user', id: person.id },
    details: {},
  } as const;
  return recordEntries(tx, platform, [entry]);
}

/** Records a command of the operator, whether or not a service is running at the same time. */
export async function recordCommand(
  platform: Platform,
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
  await platform.database.auditTransaction((tx) => recordEntries(tx, platform, [entry]));
}
