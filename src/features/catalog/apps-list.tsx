import { useCallback, useDeferredValue, useMemo } from 'react';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ChipChoice, ChipRow, ChipRows, ChipSelect, ChipToggle } from '../../ui/controls/chips.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { VirtualList } from '../../ui/scrolling/virtual-list.tsx';
import { filterAndSort, type SortOrder } from './browse.ts';
import { useBrowse } from './browse-state.ts';
import { CatalogBoundary } from './catalog-boundary.tsx';
import { EntryRow, type Trailing } from './entry-row.tsx';
import type { Kind } from './kinds.ts';
import { catalogMessages } from './messages.ts';
import type { Shown } from './select.ts';
import { useCatalog } from './use-catalog.ts';
import { useListTitle } from './use-list-title.ts';

type AppsListProps = { trailing: Trailing; current?: string | undefined };

const getKey = (entry: CatalogEntry) => entry.id;

/** All applications, with filters and sort orders; it scrolls smoothly with thousands of rows. */
export function AppsList({ trailing, current }: AppsListProps) {
  const catalog = useCatalog();
  return (
    <CatalogBoundary catalog={catalog} waiting={<SkeletonRows count={10} />}>
      <Filters catalog={catalog} />
      <Rows catalog={catalog} trailing={trailing} current={current} />
    </CatalogBoundary>
  );
}

function Rows({ catalog, trailing, current }: AppsListProps & { catalog: Shown }) {
  const words = useMessages(catalogMessages);
  const { choice: chosen, clear } = useBrowse();
  const title = useListTitle();
  // The tapped chip changes at once; the rows, which may be thousands, follow when they are ready.
  const choice = useDeferredValue(chosen);
  const installs = useObservable(useAccount().installs.records);
  const { entries } = catalog;
  const rows = useMemo(
    () => filterAndSort(entries, choice, (id) => (installs.get(id)?.installed ?? null) !== null),
    [entries, choice, installs],
  );
  const draw = useCallback(
    (entry: CatalogEntry) => <EntryRow entry={entry} trailing={trailing} current={entry.id === current} />,
    [trailing, current],
  );
  if (rows.length === 0) {
    return (
      <EmptyState
        icon="filter"
        title={words.nothingFits}
        action={<Button onClick={clear}>{words.clearFilters}</Button>}
      >
        {words.nothingFitsWhy}
      </EmptyState>
    );
  }
  return (
    <VirtualList label={title} items={rows} keyOf={getKey}>
      {draw}
    </VirtualList>
  );
}

const sortOrders: readonly SortOrder[] = ['name', 'newest', 'popular', 'liked'];
const kinds: readonly (Kind | 'all')[] = ['all', 'native', 'web', 'publicStore'];
const anyCategory = '';

function Filters({ catalog }: { catalog: Shown }) {
  const words = useMessages(catalogMessages);
  const { choice, change } = useBrowse();
  const categories = [
    { value: anyCategory, label: words.everyCategory },
    ...(catalog.categories ?? []).map((category) => ({ value: category.id, label: category.name })),
  ];
  return (
    <ChipRows>
      <ChipChoice
        label={words.kinds}
        value={choice.kind}
        options={kinds.map((value) => ({ value, label: words.kind[value] }))}
        onChange={(kind) => change({ kind })}
      />
      <ChipRow label={words.filters}>
        <ChipSelect
          label={words.sort}
          value={choice.sort}
          options={sortOrders.map((value) => ({ value, label: words.sorts[value] }))}
          onChange={(sort) => change({ sort })}
        />
        <ChipSelect
          label={words.category}
          value={choice.category ?? anyCategory}
          options={categories}
          none={{ value: anyCategory, label: words.removeCategory }}
          onChange={(value) => change({ category: value || null })}
        />
        <ChipToggle on={choice.installed} onToggle={(installed) => change({ installed })}>
          {words.installed}
        </ChipToggle>
        <ChipToggle on={choice.withUpdate} onToggle={(withUpdate) => change({ withUpdate })}>
          {words.withUpdate}
        </ChipToggle>
      </ChipRow>
    </ChipRows>
  );
}
