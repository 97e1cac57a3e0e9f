import type { Db } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import type { Deadlines, Missing } from '../catalog/facade.ts';
import { listUsableDevices } from './store.ts';

export interface Person {
  orgId: string;
  userId: string;
}

/**
 * The moment (UTC) at which the last of a person's devices passes a deadline, and what is missing; null while one of
 * the devices lacks nothing, and for a person without devices.
 */
export async function findOverdueSince(
  tx: Db,
  { orgId, userId }: Person,
  deadlines: Deadlines,
): Promise<{ at: string; missing: Missing[] } | null> {
  const devices = await listUsableDevices(tx, orgId, userId, getNow());
  const lacking = await deadlines.listMissing(tx, orgId, userId, devices);
  if (lacking.length === 0 || lacking.some((missing) => missing.length === 0)) return null;
  const firsts = lacking.map((missing) => missing.map(({ by }) => by).sort()[0] ?? '');
  return { at: firsts.sort().at(-1) ?? '', missing: lacking.flat() };
}
