import { expect, test } from 'vitest';
import { listPopular } from '../../src/features/catalog/select.ts';
import { catalogEntry } from '../setup/world/catalog-entry.ts';

const downloaded = (...downloads: number[]) =>
  downloads.map((num_downloads, at) => ({
    ...catalogEntry,
    id: `${at}`,
    catalog_info: { ...catalogEntry.catalog_info, num_downloads },
  }));

const popularOf = (...downloads: number[]) =>
  listPopular({ popular: downloaded(...downloads) }, 20).map(({ id }) => id);

test('lists as popular only what somebody downloaded', () => {
  expect(popularOf(9, 4, 1, 0, 0)).toEqual(['0', '1', '2']);
});

test('lists nothing as popular where fewer than three were downloaded', () => {
  expect(popularOf(9, 4, 0, 0)).toEqual([]);
  expect(popularOf(0, 0, 0, 0)).toEqual([]);
});
