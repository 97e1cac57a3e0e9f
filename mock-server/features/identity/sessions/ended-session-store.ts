import type { SessionEnd } from '../../../../contract/identity.ts';
import type { Tables } from '../../../migrations/tables.ts';
import { splitIntoChunks } from '../../../platform/chunks.ts';
import type { Db, Tx } from '../../../platform/database/handles.ts';

type TokenRow = Tables['tokens'];

/** Which sessions end: of some kinds, on a device, one of them, or all but one; of all users when none are named. */
export interface SessionsToEnd {
  users?: readonly string[];
  kinds?: readonly TokenRow['kind'][];
  device?: string;
  hash?: string;
  id?: string;
  /** The hash of one that goes on. */
  except?: string;
}

/**
 * Deletes tokens, and keeps why for as long as they would have lasted; an API token that never ends leaves nothing. Returns how
 * many there were.
 */
export async function endTokens(
  tx: Tx,
  orgId: string,
  ending: SessionsToEnd,
  reason: SessionEnd,
): Promise<number> {
  const { users, ...rest } = ending;
  if (users === undefined) return endPart(tx, orgId, rest, reason);
  let count = 0;
  for (const part of splitIntoChunks(users))
    count += await endPart(tx, orgId, { ...rest, users: part }, reason);
  return count;
}

async function endPart(tx: Tx, orgId: string, ending: SessionsToEnd, reason: SessionEnd): Promise<number> {
  const { users, kinds, device, hash, id, except } = ending;
  const ended = await tx
    .deleteFrom('tokens')
    .where('org_id', '=', orgId)
    .$if(users !== undefined, (query) => query.where('user', 'in', users ?? []))
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .$if(device !== undefined, (query) => query.where('device', '=', device ?? ''))
    .$if(hash !== undefined, (query) => query.where('hash', '=', hash ?? ''))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(except !== undefined, (query) => query.where('hash', '!=', except ?? ''))
    .returning(['hash', 'prune'])
    .execute();
  const rows = ended.flatMap((token) =>
    token.prune === null ? [] : [{ org_id: orgId, hash: token.hash, reason, until: token.prune }],
  );
  for (const part of splitIntoChunks(rows))
    await tx
      .insertInto('ended_sessions')
      .values([...part])
      .execute();
  return ended.length;
}

/** Why the session of a token ended; undefined when it did not end before its time, or that is over since. */
export async function findEnd(db: Db, orgId: string, hash: string): Promise<string | undefined> {
  const ended = await db
    .selectFrom('ended_sessions')
    .select('reason')
    .where('org_id', '=', orgId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return ended?.reason;
}

/** Deletes the reasons of ended sessions that would have expired by now anyway. */
export async function deleteOldEnds(db: Db, moment: string): Promise<void> {
  await db.deleteFrom('ended_sessions').where('until', '<', moment).execute();
}
