import type { SyncEntry } from '../../../contract/sync.ts';
import type { Storage } from '../storage/storage.ts';
import type { DerivedLists } from './derived-lists.ts';

/**
 * What the first screens show, in one record: the beginning of the lists, and in full those that decide what may open. It is
 * drawn while the entries are read.
 */
export type Cover = DerivedLists;

/** The key of the one record in its store. */
export const coverKey = 'cover';

/** More rows than any screen shows at once. */
const screenful = 50;
/** Longest shelf of the home page. */
const shelf = 20;

export function coverOf(lists: DerivedLists): Cover {
  const { featured, updates, mandatory, installed, categories } = lists;
  return {
    all: lists.all.slice(0, screenful),
    popular: lists.popular.slice(0, shelf),
    downloaded: lists.downloaded.slice(0, screenful),
    featured,
    updates,
    mandatory,
    installed,
    categories,
  };
}

/** Every entry in a cover. */
export const entriesIn = ({ categories: _, ...lists }: Cover): SyncEntry[] => Object.values(lists).flat();

export const isSameCover = (one: Cover, other: Cover): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const keepCover = (storage: Storage, cover: Cover): Promise<void> =>
  storage.write(['cover'], (transaction) => transaction.put('cover', coverKey, cover));
