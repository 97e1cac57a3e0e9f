import { type Static, Type } from 'typebox';
import type { Db } from '../../platform/database/handles.ts';
import { getNow } from '../../platform/database/identifiers.ts';
import type { Deadlines } from '../catalog/facade.ts';
import { listUsableDevices } from '../compliance/facade.ts';
import { addDays } from './week.ts';

/** Mandatory applications that a device of a person lacks, with their deadlines (UTC), the earliest first. */
export const Due = Type.Array(Type.Object({ application: Type.String(), by: Type.String() }));
export type Due = Static<typeof Due>;

/** Days before a deadline in which a weekly mail mentions it: the next mail would be too late. */
const daysAhead = 14;

/** What a person has to install soon, or should have installed; each application once, with its earliest deadline. */
export async function findDue(db: Db, orgId: string, userId: string, deadlines: Deadlines): Promise<Due> {
  const moment = getNow();
  const devices = await listUsableDevices(db, orgId, userId, moment);
  const missing = (await deadlines.listMissing(db, orgId, userId, devices)).flat();
  const nearest = new Map<string, string>();
  for (const { application, by } of missing) {
    const known = nearest.get(application);
    if (by <= addDays(moment, daysAhead) && (known === undefined || by < known)) nearest.set(application, by);
  }
  return [...nearest]
    .map(([application, by]) => ({ application, by }))
    .sort((one, other) => (one.by < other.by ? -1 : 1));
}
