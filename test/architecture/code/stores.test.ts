import { expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { storeViolations } from './store-check.ts';

it('functions of stores take the database or a transaction as first parameter, never a Platform or Database', () => {
  expect(storeViolations(projectSources())).toEqual([]);
});

it.each([
  ['const read = (db: Db, id: string) => db;', 0],
  ['export async function write(tx: CatalogTx, orgId: string): Promise<void> {}', 0],
  ['const read = (platform: Platform, id: string) => id;', 1],
  ['const read = ({ db }: Database, id: string) => db;', 1],
  ['export async function write(orgId: string, tx: Tx): Promise<void> {}', 1],
])('%s: %i violations', (text, count) => {
  const path = 'mock-server/features/reviews/reply-store.ts';
  expect(storeViolations(new Map([[path, text]]))).toHaveLength(count);
  expect(storeViolations(new Map([['mock-server/features/reviews/service.ts', text]]))).toEqual([]);
});
