import { roles } from '../../../contract/common/codes.ts';
import type { Tables } from '../../migrations/tables.ts';
import type { Db, Tx } from '../../platform/database/handles.ts';

export type CredentialsRow = Tables['credentials'];

/** What is shown of credentials. The files, up to half a megabyte each, stay in the database. */
export type ListedCredentials = Pick<CredentialsRow, (typeof listedColumns)[number]>;
const listedColumns = [
  'id',
  'description',
  'platform',
  'expires',
  'identity',
  'sealed_password',
  'metadata',
] as const;

export const listCredentials = (db: Db, orgId: string): Promise<ListedCredentials[]> =>
  db
    .selectFrom('credentials')
    .select(listedColumns)
    .where('org_id', '=', orgId)
    .orderBy('description')
    .orderBy('id')
    .execute();

export const findCredentialsById = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('credentials')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();

export async function insertCredentials(tx: Tx, row: CredentialsRow): Promise<void> {
  await tx.insertInto('credentials').values(row).execute();
}

export async function deleteCredentials(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.deleteFrom('credentials').where('org_id', '=', orgId).where('id', '=', id).execute();
}

/**
 * Credentials of all organizations that end, or of which a profile ends, before a moment, and of which nobody was told
 * yet.
 */
export const listExpiring = (db: Db, before: string) =>
  db
    .selectFrom('credentials')
    .selectAll()
    .where((any) =>
      any.or([
        any.and([any('told', 'is', null), any('expires', '<=', before)]),
        any('profiles_end', '<=', before),
      ]),
    )
    .execute();

/** Notes what administrators are told of; false when another process noted it first. */
export async function setNotified(
  tx: Tx,
  row: CredentialsRow,
  columns: Pick<CredentialsRow, 'told' | 'profiles_end'>,
): Promise<boolean> {
  const notified = await tx
    .updateTable('credentials')
    .set(columns)
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .where('told', row.told === null ? 'is' : '=', row.told)
    .where('profiles_end', row.profiles_end === null ? 'is' : '=', row.profiles_end)
    .returning('id')
    .executeTakeFirst();
  return notified !== undefined;
}

/** Administrators of an organization who can sign in and have an e-mail address. */
export const listAdministratorsWithMail = (db: Db, orgId: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('org_id', '=', orgId)
    .where('role', '=', roles.administrator)
    .where('disabled', '=', 0)
    .where('email', 'is not', null)
    .execute();

/** Applications whose delivered package these credentials signed, with the name of their latest version. */
export const listSignedApplications = (db: Db, orgId: string, id: string) =>
  db
    .selectFrom('applications')
    .innerJoin('versions', (join) =>
      join
        .onRef('versions.org_id', '=', 'applications.org_id')
        .onRef('versions.id', '=', 'applications.latest_version'),
    )
    .innerJoin('install_files', (join) =>
      join
        .onRef('install_files.org_id', '=', 'versions.org_id')
        .onRef('install_files.id', '=', 'versions.install_file'),
    )
    .select(['applications.psk', 'applications.id', 'versions.app_name as name'])
    .where('applications.org_id', '=', orgId)
    .where('install_files.sign_credentials_id', '=', id)
    .orderBy('applications.psk')
    .execute();

/** How many versions wait to be signed with these credentials. */
export async function countWaiting(db: Db, orgId: string, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('preparations')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('credentials', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The credentials of all organizations. */
export const listAllCredentials = (db: Db) => db.selectFrom('credentials').selectAll().execute();

/** Writes the encrypted columns, unless they were changed since they were read. */
export async function setSealed(
  tx: Tx,
  row: CredentialsRow,
  columns: Pick<CredentialsRow, 'sealed' | 'sealed_password'>,
): Promise<void> {
  await tx
    .updateTable('credentials')
    .set(columns)
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .where('sealed', '=', row.sealed)
    .execute();
}
