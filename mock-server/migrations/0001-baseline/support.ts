import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import { belongsTo, index, required } from './builders.ts';

/** Reports to support, and mandatory versions that were put off. */
export async function makeSupportTables(db: Kysely<Tables>): Promise<void> {
  await supportReports(db);
  await deferrals(db);
}

async function supportReports(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('support_reports')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('reference', 'text', required)
    .addColumn('application', 'text')
    .addColumn('version', 'text')
    .addColumn('symptom', 'text')
    .addColumn('text', 'text')
    .addColumn('system', 'text')
    .addColumn('browser', 'text')
    .addColumn('catalog_version', 'text')
    .addColumn('created', 'text', required)
    .addPrimaryKeyConstraint('support_reports_key', ['org_id', 'id'])
    .$call(belongsTo('support_reports', 'user', 'users'))
    .execute();
  await index(db, 'support_reports_of_user', 'support_reports', ['org_id', 'user', 'created']);
}

async function deferrals(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('deferrals')
    .addColumn('org_id', 'text', required)
    .addColumn('id', 'text', required)
    .addColumn('user', 'text', required)
    .addColumn('device', 'text', required)
    .addColumn('application', 'text', required)
    .addColumn('version', 'text', required)
    .addColumn('created', 'text', required)
    .addColumn('until', 'text', required)
    .addPrimaryKeyConstraint('deferrals_key', ['org_id', 'id'])
    .addUniqueConstraint('deferrals_once', ['org_id', 'user', 'device', 'version'])
    .$call(belongsTo('deferrals', 'user', 'users'))
    .execute();
}
