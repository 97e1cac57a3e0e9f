import type { SyncEntry } from '../../../contract/sync.ts';
import type { Storage } from '../storage/storage.ts';
import type { DerivedLists } from './derived-lists.ts';
import { type Cover, coverKey } from './kept-state.ts';

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
export function entriesIn(cover: Cover): SyncEntry[] {
  const { all, featured, popular, updates, downloaded, mandatory, installed } = cover;
  return [all, featured, popular, updates, downloaded, mandatory, installed].flat();
}

export const isSameCover = (one: Cover, other: Cover): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const keepCover = (storage: Storage, cover: Cover): Promise<void> =>
  storage.write(['cover'], (transaction) => transaction.put('cover', coverKey, cover));
