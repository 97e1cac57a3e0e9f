import type { SessionEnd } from '../../../contract/identity.ts';
import type { Tables } from '../../migrations/tables.ts';
import { chunks } from '../../platform/chunks.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';

type TokenRow = Tables['tokens'];

/** Which sessions end: of some kinds, on a device, or the one of a token; of all users when none are named. */
export interface Ending {
  users?: readonly string[];
  kinds?: readonly TokenRow['kind'][];
  device?: string;
  hash?: string;
}

/** Deletes tokens, and keeps why for as long as they would have lasted; an API token, which never ends, leaves nothing. */
export async function endTokens(tx: Tx, orgId: string, ending: Ending, reason: SessionEnd): Promise<void> {
  const { users, ...rest } = ending;
  if (users === undefined) return endPart(tx, orgId, rest, reason);
  for (const part of chunks(users)) await endPart(tx, orgId, { ...rest, users: part }, reason);
}

async function endPart(tx: Tx, orgId: string, ending: Ending, reason: SessionEnd): Promise<void> {
  const { users, kinds, device, hash } = ending;
  const ended = await tx
    .deleteFrom('tokens')
    .where('org_id', '=', orgId)
    .$if(users !== undefined, (query) => query.where('user', 'in', users ?? []))
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .$if(device !== undefined, (query) => query.where('device', '=', device ?? ''))
    .$if(hash !== undefined, (query) => query.where('hash', '=', hash ?? ''))
    .returning(['hash', 'prune'])
    .execute();
  const rows = ended.flatMap((token) =>
    token.prune === null ? [] : [{ org_id: orgId, hash: token.hash, reason, until: token.prune }],
  );
  for (const part of chunks(rows))
    await tx
      .insertInto('ended_sessions')
      .values([...part])
      .execute();
}

/** Why the session of a token ended; undefined when it did not end before its time, or that is over since. */
export async function findEnd(db: Db, orgId: string, hash: string): Promise<string | undefined> {
  const ended = await tx
    .selectFrom('ended_sessions')
    .select('reason')
    .where('org_id', '=', orgId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return ended?.reason;
}

/** Forgets why sessions ended whose own time is over. */
export async function deleteOldEnds(db: Db, moment: string): Promise<void> {
  await db.deleteFrom('ended_sessions').where('until', '<', moment).execute();
}
