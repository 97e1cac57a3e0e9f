import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Install files that are read at once; few, because the metadata of iOS packages is long. */
const batch = 200;

/** Versions keep the version number in their package, also where the publisher gave another one. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('versions').addColumn('package_version', 'text').execute();
  for (let after = ''; ; ) {
    const files = await db
      .selectFrom('install_files')
      .select(['id', 'org_id', 'version', 'binary_metadata'])
      .where('binary_metadata', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const file of files) {
      await db
        .updateTable('versions')
        .set({ package_version: ownVersion(file.binary_metadata) })
        .where('org_id', '=', file.org_id)
        .where('id', '=', file.version)
        .execute();
    }
    const last = files.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** `versionName` of Android, `CFBundleShortVersionString` of iOS, or the build where that is missing. */
function ownVersion(metadata: string | null): string | null {
  const { version_name, version_code, plist } = JSON.parse(metadata ?? '{}') as {
    version_name?: string | null;
    version_code?: number | string | null;
    plist?: { CFBundleShortVersionString?: string | null; CFBundleVersion?: string | null };
  };
  const own = [version_name, plist?.CFBundleShortVersionString, version_code, plist?.CFBundleVersion].find(
    (value) => value !== undefined && value !== null && value !== '',
  );
  return own === undefined || own === null ? null : String(own);
}
