import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { runPipelined } from '../../database/changes/pipelined.ts';
import type { Database } from '../../database/connect.ts';
import type { Tx } from '../../database/handles.ts';
import { getNow } from '../../database/identifiers.ts';
import { ServiceError } from '../../errors.ts';
import type { DeviceCaller } from '../contexts.ts';
import { parseTurn, recordTurn } from './write-order.ts';

/**
 * Does `work` once for each `Idempotency-Key` of a user's device: a request that is sent again, because its answer was
 * lost, gets the first answer again. `work` runs in one transaction with the record of its answer and of its place in
 * the order of writes, so that either all or none are kept. Without the headers of `contract/common/writes.ts` it just
 * runs in a transaction. What a person does on their own device is not recorded in the audit log. Errors: `conflict` when a key comes with another request, `superseded` when a later write of
 * the same subject was done already.
 */
export async function runIdempotent<R>(
  database: Database,
  request: FastifyRequest,
  caller: DeviceCaller,
  work: (tx: Tx) => Promise<R>,
): Promise<R> {
  const key = request.headers['idempotency-key'];
  const turn = parseTurn(request);
  const runInOrder = async (tx: Tx) => {
    if (turn !== null) await recordTurn(tx, caller, turn);
    return work(tx);
  };
  if (key === undefined) return database.unaudited(runInOrder);
  const digest = requestDigest(request);
  return database.unaudited(async (tx) => {
    const mark = { org_id: caller.orgId, user: caller.user.id, device: caller.device.id, key: String(key) };
    // The row is claimed first: a second request with the same key waits here until the first one ends.
    const claimed = await tx
      .insertInto('idempotency')
      .values({ ...mark, request: digest, status: 0, response: '', created: getNow() })
      .onConflict((conflict) => conflict.columns(['org_id', 'user', 'device', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (claimed === undefined) return findEarlierAnswer<R>(tx, mark, digest);
    const result = await runInOrder(tx);
    const answered = tx.updateTable('idempotency').set({ status: 200, response: JSON.stringify(result) });
    await runPipelined(
      tx,
      answered
        .where('org_id', '=', mark.org_id)
        .where('user', '=', mark.user)
        .where('device', '=', mark.device)
        .where('key', '=', mark.key),
    );
    return result;
  });
}

function requestDigest(request: FastifyRequest): string {
  const subject = JSON.stringify([request.method, request.url, request.body ?? null]);
  return createHash('sha256').update(subject).digest('hex');
}

async function findEarlierAnswer<R>(
  tx: Tx,
  mark: { org_id: string; user: string; device: string; key: string },
  digest: string,
): Promise<R> {
  const row = await tx
    .selectFrom('idempotency')
    .select(['request', 'response'])
    .where('org_id', '=', mark.org_id)
    .where('user', '=', mark.user)
    .where('device', '=', mark.device)
    .where('key', '=', mark.key)
    .executeTakeFirstOrThrow();
  if (row.request !== digest) {
    throw new ServiceError('conflict', 'This Idempotency-Key was used for another request. Use a new key.');
  }
  return JSON.parse(row.response) as R;
}
