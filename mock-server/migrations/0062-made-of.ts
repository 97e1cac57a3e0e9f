import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Files that are read at once; few, because the documents in packages are long. */
const batch = 200;
/** `sign_status` of a signed version. */
const signed = 1;

/**
 * Rows of files that the service made say what was added to them and what is known about their signature: so a later
 * request for the same can be recognized as already delivered.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('install_files').addColumn('additions_sha256', 'text').execute();
  await db.schema.alterTable('install_files').addColumn('signed_details', 'text').execute();
  for (let after = ''; ; ) {
    const files = await deliveredFiles(db, after);
    for (const { org_id, id, additions, details, sign_status } of files) {
      await db
        .updateTable('install_files')
        .set({
          additions_sha256: createHash('sha256').update(additions).digest('hex'),
          signed_details: sign_status === signed ? details : null,
        })
        .where('org_id', '=', org_id)
        .where('id', '=', id)
        .execute();
    }
    const last = files.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Delivered signed files that were made for the newest request; for all others it is not known what they contain. */
const deliveredFiles = (db: Kysely<Tables>, after: string) =>
  db
    .selectFrom('preparations')
    .innerJoin('versions', (join) =>
      join
        .onRef('versions.org_id', '=', 'preparations.org_id')
        .onRef('versions.id', '=', 'preparations.version'),
    )
    .innerJoin('install_files as file', (join) =>
      join.onRef('file.org_id', '=', 'versions.org_id').onRef('file.id', '=', 'versions.install_file'),
    )
    .select(['file.org_id', 'file.id', 'preparations.additions', 'versions.sign_status'])
    .select('versions.sign_status_details as details')
    .where('preparations.state', '=', 'done')
    .where('file.action', '=', 'sign')
    .whereRef('file.sign_credentials_id', '=', 'preparations.credentials')
    .where('file.id', '>', after)
    .orderBy('file.id')
    .limit(batch)
    .execute();
