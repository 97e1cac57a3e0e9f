import type { Location } from 'react-router-dom';
import { applicationOf, catalogPages } from '../../../contract/common/catalog-pages.ts';
import { listQueryOf } from '../../features/catalog/list-query.ts';

/** The pages of the navigation's tabs. */
const tabs = [
  catalogPages.home,
  catalogPages.apps,
  catalogPages.search,
  catalogPages.updates,
  catalogPages.mine,
] as const;
export type Tab = (typeof tabs)[number];

/** What an entry of the browser's history remembers beside its address. */
export interface EntryState {
  /** The tab by which the person came, on pages that belong to no single one. */
  tab?: Tab;
  /** The query of the list beside an application: its sort order and filters. */
  list?: string;
}

/** The tab to which a page belongs: its own, that by which the person came, or what fits its address; null for none. */
export function tabOf({ pathname, state }: Location<unknown>): Tab | null {
  const path = pathname.replace(/(?<=.)\/$/, '');
  const own = tabs.find((tab) => tab === path);
  if (own !== undefined) return own;
  const left = tabs.find((tab) => tab === stateOf(state).tab);
  if (left !== undefined) return left;
  if (applicationOf(path) !== null) return catalogPages.apps;
  return others.includes(path) ? catalogPages.home : null;
}

const others: readonly string[] = [catalogPages.account, catalogPages.changes, catalogPages.messages];

/** The state of an entry that is opened from this one. */
export function nextState(location: Location<unknown>): EntryState {
  const tab = tabOf(location);
  return { ...(tab !== null && { tab }), list: listQueryOf(location) };
}

const stateOf = (state: unknown): EntryState => (typeof state === 'object' && state !== null ? state : {});
