import type { Location } from 'react-router-dom';
import { applicationOf, catalogPages } from '../../../contract/common/catalog-pages.ts';
import { type Choice, everything, type SortOrder } from './browse.ts';
import type { Kind } from './kinds.ts';

const sortOrders: readonly SortOrder[] = ['name', 'newest', 'popular', 'liked'];
const kinds: readonly Kind[] = ['native', 'web', 'publicStore'];

/** The sort order and filters that a query of the list's address names; what it does not know it ignores. */
export function choiceOf(query: string): Choice {
  const parameters = new URLSearchParams(query);
  const named = (name: string) => parameters.get(name);
  return {
    sort: sortOrders.find((order) => order === named('sort')) ?? everything.sort,
    kind: kinds.find((kind) => kind === named('kind')) ?? everything.kind,
    category: named('category') || null,
    installed: named('installed') === 'true',
    withUpdate: named('update') === 'true',
  };
}

/** The query for sort order and filters, with its question mark; empty for everything by name. */
export function queryOf({ sort, kind, category, installed, withUpdate }: Choice): string {
  const parameters = new URLSearchParams({
    ...(sort !== everything.sort && { sort }),
    ...(kind !== everything.kind && { kind }),
    ...(category !== null && { category }),
    ...(installed && { installed: 'true' }),
    ...(withUpdate && { update: 'true' }),
  }).toString();
  return parameters === '' ? '' : `?${parameters}`;
}

/**
 * The query of the list that is shown at an entry of the browser's history: that of its address, or, beside an
 * application, which has an address of its own, the one that the entry remembers. Empty elsewhere.
 */
export function listQueryOf({ pathname, search, state }: Location<unknown>): string {
  if (pathname === catalogPages.apps) return search;
  if (applicationOf(pathname) === null || typeof state !== 'object' || state === null) return '';
  return 'list' in state && typeof state.list === 'string' ? state.list : '';
}
