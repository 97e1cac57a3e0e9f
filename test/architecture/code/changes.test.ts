import { expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { refusedLines } from './compile.ts';

const sources = projectSources();

/** The declarations that every line below may use. */
const head = `
import type { Database } from '#/mock-server/platform/database/connect.ts';
import type { ActivityTx, CatalogTx, Db, DeviceTx, MembershipTx, Tx } from '#/mock-server/platform/database/handles.ts';
import { changeCatalog } from '#/mock-server/platform/database/changes/changes.ts';
import { insertToken } from '#/mock-server/features/identity/store.ts';
import { lockOrganization } from '#/mock-server/platform/database/locks.ts';
declare const database: Database, db: Db, tx: Tx;
declare const catalog: CatalogTx, memberships: MembershipTx, activity: ActivityTx, devices: DeviceTx;
`;

/** Tables that the catalog reads; of users it reads the revision, which only changes.ts writes. */
const catalogTables = [
  ...new Set(
    [...sources]
      .filter(([path]) => /^mock-server\/features\/catalog\/(.+\/)?[\w-]*store\.ts$/.test(path))
      .flatMap(([, text]) => [...text.matchAll(/(?:From|Join)\(\s*'(\w+)/g)])
      .map(([, table = '']) => table),
  ),
].filter((table) => table !== 'users' && table !== 'catalog_changes');

const throughCatalog = [
  ...catalogTables.flatMap((table) =>
    ['insertInto', 'updateTable', 'deleteFrom'].map((write) => `db.${write}('${table}');`),
  ),
  `tx.insertInto('applications');`,
  `memberships.insertInto('applications');`,
  `devices.updateTable('group_users');`,
  `activity.deleteFrom('installed');`,
  `catalog.insertInto('reviews');`,
  'db.transaction();',
  'database.db.schema;',
  `changeCatalog(database, 'org', async () => 1);`,
];
const throughTransaction = [
  `lockOrganization(db, 'org');`,
  `lockOrganization(database.db, 'org');`,
  `db.insertInto('tokens');`,
  `db.updateTable('users');`,
  `catalog.deleteFrom('audit');`,
];
const taken = [
  `lockOrganization(tx, 'org');`,
  `lockOrganization(catalog, 'org');`,
  `db.insertInto('uploads');`,
  `catalog.updateTable('applications');`,
  `memberships.deleteFrom('group_users');`,
  `changeCatalog(tx, 'org', async () => ({ applications: ['a'], result: 1 }));`,
  'declare const row: Parameters<typeof insertToken>[1];',
  'insertToken(catalog, row);',
];

// All lines at once: each run of the compiler reads the whole service.
const refused = await refusedLines(head, [...taken, ...throughCatalog, ...throughTransaction]);
const refusedOf = (lines: readonly string[]) => refused.filter((line) => lines.includes(line));

it('writes nothing that a catalog shows but by a handle that raises the revision', () => {
  expect(catalogTables).toEqual(
    expect.arrayContaining(['applications', 'group_users', 'installed', 'reviews']),
  );
  expect(refusedOf(throughCatalog)).toEqual(throughCatalog);
});

it('hands no database to what needs a transaction', () => {
  expect(refusedOf(throughTransaction)).toEqual(throughTransaction);
});

it('takes what is written by the handle for it', () => {
  expect(
    refused.filter((line) => !throughCatalog.includes(line) && !throughTransaction.includes(line)),
  ).toEqual([]);
});

it('names, and casts to, no handle that writes more than it was given', () => {
  const outside = [...sources].filter(
    ([path]) =>
      path.startsWith('mock-server/') && !/^mock-server\/(migrations|platform\/database)\//.test(path),
  );
  const around = outside.filter(([, text]) => /\bKysely\b|\bas (unknown as )?\w*Tx\b/.test(text));
  expect(around.map(([path]) => path)).toEqual([]);
});

it('lets nobody but the audit log write the audit log', () => {
  const others = [...sources].filter(
    ([path, text]) =>
      path.startsWith('mock-server/') &&
      !/^mock-server\/(features\/(audit|privacy)|platform\/database|migrations)\//.test(path) &&
      /\bdatabase\.trail\(|\bTrailTx\b|\.observe\(/.test(text),
  );
  expect(others.map(([path]) => path)).toEqual([]);
});
