import type { Location } from 'react-router-dom';
import { catalogPages, parseApplicationPath } from '../../../contract/common/catalog-pages.ts';
import { buildListQuery } from '../../features/catalog/list-query.ts';

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
export function getTab({ pathname, state }: Location<unknown>): Tab | null {
  const path = pathname.replace(/(?<=.)\/$/, '');
  const own = tabs.find((tab) => tab === path);
  if (own !== undefined) return own;
  const left = tabs.find((tab) => tab === createEntryState(state).tab);
  if (left !== undefined) return left;
  if (parseApplicationPath(path) !== null) return catalogPages.apps;
  return others.includes(path) ? catalogPages.home : null;
}

const others: readonly string[] = [catalogPages.account, catalogPages.changes, catalogPages.messages];

/** The state of an entry that is opened from this one. */
export function getNextState(location: Location<unknown>): EntryState {
  const tab = getTab(location);
  return { ...(tab !== null && { tab }), list: buildListQuery(location) };
}

const createEntryState = (state: unknown): EntryState =>
  typeof state === 'object' && state !== null ? state : {};
