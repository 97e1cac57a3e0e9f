import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Install files that are read at once; few, because the metadata of iOS packages is long. */
const batch = 200;
/** `sign_status` of a signed version. */
const signed = 1;

/** Install files keep who signed them, and versions whether devices can update to them from the version before. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('install_files').addColumn('signer', 'text').execute();
  await db.schema
    .alterTable('versions')
    .addColumn('other_certificate', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  for (let after = ''; ; ) {
    const files = await db
      .selectFrom('install_files')
      .innerJoin('versions', (join) =>
        join
          .onRef('versions.org_id', '=', 'install_files.org_id')
          .onRef('versions.id', '=', 'install_files.version'),
      )
      .select(['install_files.id', 'install_files.org_id', 'binary_metadata'])
      .where('versions.sign_status', '=', signed)
      .where('binary_metadata', 'is not', null)
      .where('install_files.id', '>', after)
      .orderBy('install_files.id')
      .limit(batch)
      .execute();
    for (const { id, org_id, binary_metadata } of files) {
      const signer = signerIn(binary_metadata);
      if (signer === null) continue;
      await db
        .updateTable('install_files')
        .set({ signer: JSON.stringify(signer) })
        .where('org_id', '=', org_id)
        .where('id', '=', id)
        .execute();
    }
    const last = files.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** What was found out at the upload: the certificate of an Android package, the team of an iOS profile. */
function signerIn(metadata: string | null) {
  const { certificate_sha256: sha256, profile } = JSON.parse(metadata ?? '{}') as {
    certificate_sha256?: string | null;
    profile?: { team_identifiers?: string[] } | null;
  };
  const team = profile?.team_identifiers?.[0];
  if (typeof sha256 === 'string') return { certificates: [sha256], lineage: [], team: null };
  return typeof team === 'string' ? { certificates: [], lineage: [], team } : null;
}
