import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { belongsTo, byCodePoint, index, isPostgres, primary, required, uniqueIndex } from './builders.ts';

/** People, and how they sign in. */
export async function makeIdentityTables(db: Kysely<Tables>): Promise<void> {
  await users(db);
  await directory(db);
  await attempts(db);
  await signInPlaces(db);
  await tokens(db);
  await endedSessions(db);
  await invitations(db);
}

async function users(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('psk', 'bigint', required)
    .addColumn('user_id', 'text', required)
    .addColumn('email', 'text')
    .addColumn('first_name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('user_id_folded', 'text', (column) => column.modifyFront(byCodePoint(db)).notNull())
    .addColumn('email_folded', 'text', (column) => column.modifyFront(byCodePoint(db)))
    .addColumn('first_name_folded', 'text', (column) => column.modifyFront(byCodePoint(db)).notNull())
    .addColumn('last_name_folded', 'text', (column) => column.modifyFront(byCodePoint(db)).notNull())
    .addColumn('mobile_phone', 'text')
    .addColumn('role', 'integer', required)
    .addColumn('password_hash', 'text', required)
    .addColumn('password_history', 'text', required)
    .addColumn('password_changed', 'text', required)
    .addColumn('first_password', 'text')
    .addColumn('created', 'text', required)
    .addColumn('modified', 'text', required)
    .addColumn('until', 'text')
    .addColumn('disabled', 'integer', required)
    .addColumn('disabled_reason', 'integer')
    .addColumn('disabled_on', 'text')
    .addColumn('status', 'text', required)
    .addColumn('last_login_from_catalog', 'text')
    .addColumn('custom_metadata', 'text')
    .addColumn('locked_until', 'text')
    .addColumn('deleted', 'text')
    .addColumn('erased', 'text')
    .addColumn('revision', 'bigint', required)
    .addPrimaryKeyConstraint('users_key', ['org_id', 'id'])
    .execute();
  await uniqueIndex(db, 'users_psk', 'users', ['org_id', 'psk']);
  // `deleted` is last: without statistics PostgreSQL assumes that it is rare, and would join by it instead of by the id.
  await index(db, 'users_listed', 'users', ['org_id', 'psk', 'deleted']);
  await index(db, 'users_named', 'users', [
    'org_id',
    'user_id_folded',
    'first_name_folded',
    'last_name_folded',
    'email_folded',
    'psk',
    'deleted',
  ]);
  await index(db, 'users_by_name', 'users', ['org_id', 'last_name_folded', 'first_name_folded', 'id']);
  await sql`create index users_to_erase on users (deleted)
    where deleted is not null and erased is null`.execute(db);
  await sql`create index users_noncompliant on users (org_id)
    where disabled = 1 and disabled_reason = 1`.execute(db);
  // What reports and feeds show of a person, a tenth of the pages of the table. On PostgreSQL an index entry can't hold
  // as many bytes as names may have.
  if (!isPostgres(db))
    await index(db, 'users_shown', 'users', [
      'org_id',
      'id',
      'deleted',
      'email',
      'first_name',
      'last_name',
      'user_id',
    ]);
}

async function directory(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('directory')
    .addColumn('kind', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('org_id', 'text', required)
    .addColumn('user', 'text', required)
    .addPrimaryKeyConstraint('directory_key', ['kind', 'key'])
    .execute();
  await index(db, 'directory_by_user', 'directory', ['org_id', 'user']);
}

async function attempts(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('attempts')
    .addColumn('key', 'text', primary)
    .addColumn('running', 'integer', required)
    .addColumn('failures', 'integer', required)
    .addColumn('ends', 'text')
    .addColumn('last', 'text', required)
    .execute();
  await index(db, 'attempts_last', 'attempts', ['last']);
}

async function signInPlaces(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('sign_in_places')
    .addColumn('org_id', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('place', 'text', required)
    .addColumn('last', 'text', required)
    .addPrimaryKeyConstraint('sign_in_places_key', ['org_id', 'user', 'place'])
    .execute();
  await index(db, 'sign_in_places_last', 'sign_in_places', ['last']);
}

async function tokens(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('tokens')
    .addColumn('org_id', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('device', 'text')
    .addColumn('last_four', 'text', required)
    .addColumn('created', 'text', required)
    .addColumn('prune', 'text')
    .addColumn('idle_ends', 'text')
    .addColumn('name', 'text')
    .addColumn('last_used', 'text')
    .addColumn('address', 'text')
    .addColumn('agent', 'text')
    .addColumn('scopes', 'text')
    .addPrimaryKeyConstraint('tokens_key', ['org_id', 'hash'])
    .$call(belongsTo('tokens', 'user', 'users'))
    .execute();
  await uniqueIndex(db, 'tokens_id', 'tokens', ['org_id', 'id']);
  await index(db, 'tokens_listed', 'tokens', ['org_id', 'user', 'id']);
  await index(db, 'tokens_ended', 'tokens', ['org_id', 'user', 'prune']);
}

async function endedSessions(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('ended_sessions')
    .addColumn('org_id', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('until', 'text', required)
    .addPrimaryKeyConstraint('ended_sessions_key', ['org_id', 'hash'])
    .execute();
  await index(db, 'ended_sessions_until', 'ended_sessions', ['until']);
}

async function invitations(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('org_id', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('expires', 'text', required)
    .addColumn('reset', 'integer', required)
    .addPrimaryKeyConstraint('invitations_key', ['org_id', 'user'])
    .$call(belongsTo('invitations', 'user', 'users'))
    .execute();
}
