import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { index, primary, required } from './builders.ts';

/** What the engines need: repeated and ordered writes, jobs, the ids of secret keys, and what the clock said. */
export async function makePlatformTables(db: Kysely<Tables>): Promise<void> {
  await idempotency(db);
  await writeSequences(db);
  await jobs(db);
  await secretKeys(db);
  await clockMarks(db);
}

async function idempotency(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('idempotency')
    .addColumn('org_id', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('request', 'text', required)
    .addColumn('status', 'integer', required)
    .addColumn('response', 'text', required)
    .addColumn('created', 'text', required)
    .addPrimaryKeyConstraint('idempotency_key', ['org_id', 'user', 'device', 'key'])
    .execute();
  await index(db, 'idempotency_created', 'idempotency', ['created']);
}

async function writeSequences(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('write_sequences')
    .addColumn('org_id', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('writer', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('sequence', 'bigint', required)
    .addColumn('changed', 'text', required)
    .addPrimaryKeyConstraint('write_sequences_key', ['org_id', 'user', 'device', 'writer', 'subject'])
    .execute();
  await index(db, 'write_sequences_changed', 'write_sequences', ['changed']);
}

async function jobs(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('payload', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('due', 'text', required)
    .addColumn('owner', 'text')
    .addColumn('last_error', 'text')
    .addColumn('last_error_guid', 'text')
    .addColumn('created', 'text', required)
    .addPrimaryKeyConstraint('jobs_key', ['org_id', 'id'])
    .execute();
  await index(db, 'jobs_due', 'jobs', ['state', 'due']);
  await index(db, 'jobs_turns', 'jobs', ['kind', 'org_id', 'due']);
}

async function secretKeys(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('secret_keys')
    .addColumn('id', 'text', primary)
    .addColumn('added', 'text', required)
    .execute();
}

const day = 24 * 3_600_000;

/** With the row of a clock that has been steady long enough for retention to begin. */
async function clockMarks(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('clock_marks')
    .addColumn('id', 'text', primary)
    .addColumn('seen', 'text', required)
    .addColumn('steady_since', 'text', required)
    .execute();
  const now = Date.now();
  const mark = { seen: new Date(now).toISOString(), steady_since: new Date(now - day).toISOString() };
  await db
    .insertInto('clock_marks')
    .values({ id: 'service', ...mark })
    .execute();
}
