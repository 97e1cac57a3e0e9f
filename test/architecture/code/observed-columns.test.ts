import { expect, it } from 'vitest';
import { NewApplication, VersionChange } from '../../../contract/application-fields.ts';
import { observedTables } from '../../../mock-server/migrations/0001-baseline/observed-tables.ts';

/** Fields of a publication that set no column of their own. */
const withoutColumn = ['groups', 'upload_id'];

const listObserved = (table: string): readonly string[] =>
  observedTables.find((observed) => observed.table === table)?.columns ?? [];

const versionFields = Object.keys(VersionChange.properties);
// What a version does not have is a column of the application.
const applicationFields = Object.keys(NewApplication.properties).filter(
  (field) => !versionFields.includes(field) && !withoutColumn.includes(field),
);

it.each([
  ['applications', applicationFields],
  ['versions', versionFields],
])('the audit log observes each column of %s that a field sets', (table, fields) => {
  expect(fields.length).toBeGreaterThan(0);
  expect(fields.filter((field) => !listObserved(table).includes(field))).toEqual([]);
});
