import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Hybrid applications for Android wait for their first signature by the column `withheld`, like all other applications;
 * taking a signing request back restores it.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('preparations')
    .addColumn('uploaded_withheld', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  const built = sql<boolean>`exists (
    select 1 from applications
    where applications.org_id = versions.org_id and applications.id = versions.application
      and applications.hybrid is not null and applications.type = 3
  )`;
  const unsigned = sql<boolean>`exists (
    select 1 from install_files
    where install_files.org_id = versions.org_id and install_files.id = versions.install_file
      and install_files.signer is null
  )`;
  await db.updateTable('versions').set({ withheld: 1 }).where(built).where(unsigned).execute();
  await sql`
    update preparations set uploaded_withheld = 1
    where exists (
      select 1 from applications
      where applications.org_id = preparations.org_id and applications.id = preparations.application
        and applications.hybrid is not null and applications.type = 3
    )`.execute(db);
}
