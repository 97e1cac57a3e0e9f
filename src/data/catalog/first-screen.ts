import type { SyncEntry } from '../../../contract/sync.ts';
import { type DerivedLists, type FirstScreen, firstScreenKey } from '../records/sync-state.ts';
import type { Storage } from '../storage/storage.ts';

/** More rows than any screen shows at once. */
const maxScreenEntries = 50;
/** Longest shelf of the home page. */
const maxShelfEntries = 20;

export function buildFirstScreen(lists: DerivedLists): FirstScreen {
  const { featured, updates, mandatory, installed, categories } = lists;
  return {
    all: lists.all.slice(0, maxScreenEntries),
    popular: lists.popular.slice(0, maxShelfEntries),
    downloaded: lists.downloaded.slice(0, maxScreenEntries),
    featured,
    updates,
    mandatory,
    installed,
    categories,
  };
}

/** Every entry in a cover. */
export function listEntries(cover: FirstScreen): SyncEntry[] {
  const { all, featured, popular, updates, downloaded, mandatory, installed } = cover;
  return [all, featured, popular, updates, downloaded, mandatory, installed].flat();
}

export const isSameFirstScreen = (one: FirstScreen, other: FirstScreen): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const saveFirstScreen = (storage: Storage, cover: FirstScreen): Promise<void> =>
  storage.write(['cover'], (transaction) => transaction.put('cover', firstScreenKey, cover));
