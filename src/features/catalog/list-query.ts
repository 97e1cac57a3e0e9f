import type { Location } from 'react-router-dom';
import { catalogPages, parseApplicationPath } from '../../../contract/common/catalog-pages.ts';
import { type Choice, defaultChoice, type SortOrder } from './browse.ts';
import type { Kind } from './kinds.ts';

const sortOrders: readonly SortOrder[] = ['name', 'newest', 'popular', 'liked'];
const kinds: readonly Kind[] = ['native', 'web', 'publicStore'];

/** The sort order and filters that a query of the list's address names; what it does not know it ignores. */
export function parseChoice(query: string): Choice {
  const parameters = new URLSearchParams(query);
  const findOption = (name: string) => parameters.get(name);
  return {
    sort: sortOrders.find((order) => order === findOption('sort')) ?? defaultChoice.sort,
    kind: kinds.find((kind) => kind === findOption('kind')) ?? defaultChoice.kind,
    category: findOption('category') || null,
    installed: findOption('installed') === 'true',
    withUpdate: findOption('update') === 'true',
  };
}

/** The query for sort order and filters, with its question mark; empty for everything by name. */
export function buildQuery({ sort, kind, category, installed, withUpdate }: Choice): string {
  const parameters = new URLSearchParams({
    ...(sort !== defaultChoice.sort && { sort }),
    ...(kind !== defaultChoice.kind && { kind }),
    ...(category !== null && { category }),
    ...(installed && { installed: 'true' }),
    ...(withUpdate && { update: 'true' }),
  }).toString();
  return parameters === '' ? '' : `?${parameters}`;
}

/**
 * The query of the list on the screen. On the list's own page it is that of the address. An application's page, which
 * wide screens show beside the list, has the query in its history entry. Empty on other pages.
 */
export function buildListQuery({ pathname, search, state }: Location<unknown>): string {
  if (pathname === catalogPages.apps) return search;
  if (parseApplicationPath(pathname) === null || typeof state !== 'object' || state === null) return '';
  return 'list' in state && typeof state.list === 'string' ? state.list : '';
}
