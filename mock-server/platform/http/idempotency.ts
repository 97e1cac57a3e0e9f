import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { Tx } from '../database/handles.ts';
import { now } from '../database/identifiers.ts';
import type { Caller } from './contexts.ts';
import { ServiceError } from './errors.ts';

const keyForm = /^[\x21-\x7e]{8,200}$/;

/**
 * Does `work` once for each `Idempotency-Key` of a user: a request that is sent again, because its answer was lost, gets the
 * first answer. `work` and the record of its answer are written in one transaction. Without the header, `work` only runs in
 * a transaction. Error: `conflict` when the key was used for a different request.
 */
export async function once<R>(
  database: Database,
  request: FastifyRequest,
  caller: Caller,
  work: (tx: Tx) => Promise<R>,
): Promise<R> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return database.transaction(work);
  if (typeof key !== 'string' || !keyForm.test(key)) {
    throw new ServiceError('invalid_input', 'Idempotency-Key must be 8 to 200 printable characters.');
  }
  const digest = requestDigest(request);
  return database.transaction(async (tx) => {
    const mark = { org_id: caller.orgId, user: caller.user.id, key };
    // The key's row is inserted first: a second request with the same key waits here until the first one ends.
    const claimed = await tx
      .insertInto('idempotency')
      .values({ ...mark, request: digest, status: 0, response: '', created: now() })
      .onConflict((conflict) => conflict.columns(['org_id', 'user', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (claimed === undefined) return earlierAnswer<R>(tx, mark, digest);
    const result = await work(tx);
    await tx
      .updateTable('idempotency')
      .set({ status: 200, response: JSON.stringify(result) })
      .where('org_id', '=', mark.org_id)
      .where('user', '=', mark.user)
      .where('key', '=', key)
      .execute();
    return result;
  });
}

function requestDigest(request: FastifyRequest): string {
  const subject = JSON.stringify([request.method, request.url, request.body ?? null]);
  return createHash('sha256').update(subject).digest('hex');
}

async function earlierAnswer<R>(
  tx: Tx,
  mark: { org_id: string; user: string; key: string },
  digest: string,
): Promise<R> {
  const row = await tx
    .selectFrom('idempotency')
    .select(['request', 'response'])
    .where('org_id', '=', mark.org_id)
    .where('user', '=', mark.user)
    .where('key', '=', mark.key)
    .executeTakeFirstOrThrow();
  if (row.request !== digest) {
    throw new ServiceError('conflict', 'This Idempotency-Key was used for another request. Use a new key.');
  }
  return JSON.parse(row.response) as R;
}
