import { useEffect, useState } from 'react';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { catalogPages, getAppsPath } from '../../../contract/common/catalog-pages.ts';
import type { Search } from '../../data/search/search.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Section } from '../../ui/layout/section.tsx';
import { List } from '../../ui/lists/list.tsx';
import { SettingRow } from '../../ui/lists/setting-row.tsx';
import { VirtualList } from '../../ui/scrolling/virtual-list.tsx';
import { CatalogBoundary } from './catalog-boundary.tsx';
import { EntryRow, type Trailing } from './entry-row.tsx';
import { catalogMessages } from './messages.ts';
import { isCompletelyLoaded, type Shown } from './select.ts';
import { useCatalog } from './use-catalog.ts';
import { useSearchFocus } from './use-search-focus.ts';
import { useSearchText } from './use-search-text.ts';

/** One more is searched for, to tell this many from more. */
const maxResults = 200;
const getKey = (entry: CatalogEntry) => entry.id;

/** Search with results while the person types, from the catalog that is kept on the device. */
export function SearchContent({ trailing }: { trailing: Trailing }) {
  const words = useMessages(catalogMessages);
  const { search } = useAccount();
  const { text, setText } = useSearchText();
  const field = useSearchFocus();
  return (
    <>
      <search ref={field}>
        <SearchField
          label={words.search}
          clearLabel={words.clear}
          value={text}
          onChange={setText}
          onBlur={() => rememberSearch(search, text)}
        />
      </search>
      {text.trim() === '' ? (
        <SearchStart onChoose={setText} />
      ) : (
        <SearchAnswer text={text} trailing={trailing} />
      )}
    </>
  );
}

function rememberSearch(search: Search, text: string): void {
  if (text.trim().length > 1) void search.addRecent(text.trim());
}

function SearchAnswer({ text, trailing }: { text: string; trailing: Trailing }) {
  const catalog = useCatalog();
  const results = useResults(text, catalog);
  return (
    <CatalogBoundary catalog={catalog} waiting={<SkeletonRows />}>
      {results !== null && <Results text={text} entries={results} trailing={trailing} />}
      {results === null && !isCompletelyLoaded(catalog) && <PendingUpdates />}
    </CatalogBoundary>
  );
}

function PendingUpdates() {
  const common = useMessages(commonMessages);
  return (
    <Skeleton label={common.loading}>
      <SkeletonRows />
    </Skeleton>
  );
}

/**
 * The applications found; the search is repeated when the catalog changes. Null until they are known: finding nothing
 * in an incomplete catalog is no result. The result of an outdated search is dropped.
 */
function useResults(text: string, catalog: Shown): readonly CatalogEntry[] | null {
  const { search } = useAccount();
  const { entries, byId } = catalog;
  const [found, setFound] = useState<{ query: string; ids: readonly string[] } | null>(null);
  const query = text.trim();
  useEffect(() => {
    let current = entries.length > 0;
    const answer = async () => {
      const ids = query === '' ? [] : await search.query(query, maxResults + 1);
      if (current) setFound({ query, ids });
    };
    if (current) void answer();
    return () => {
      current = false;
    };
  }, [search, query, entries]);
  const results = found?.ids.flatMap((id) => byId.get(id) ?? []) ?? null;
  return results?.length === 0 && !isCompletelyLoaded(catalog) ? null : results;
}

type ResultsProps = { text: string; entries: readonly CatalogEntry[]; trailing: Trailing };

function Results({ text, entries, trailing }: ResultsProps) {
  const words = useMessages(catalogMessages);
  const count =
    entries.length > maxResults
      ? words.moreResultsThan({ count: maxResults })
      : words.results({ count: entries.length });
  return (
    <>
      <output className="quiet small">
        {entries.length > 0 ? count : words.noResult({ query: text.trim() })}
      </output>
      {entries.length === 0 ? (
        <EmptyState
          icon="search"
          title={words.noResult({ query: text.trim() })}
          action={<ButtonLink href={catalogPages.apps}>{words.seeAllApps}</ButtonLink>}
        >
          {words.noResultWhy}
        </EmptyState>
      ) : (
        <VirtualList label={count} items={entries.slice(0, maxResults)} keyOf={getKey}>
          {(entry) => <EntryRow entry={entry} trailing={trailing} />}
        </VirtualList>
      )}
    </>
  );
}

/** Before anything is typed: the last searches, and the categories. */
function SearchStart({ onChoose }: { onChoose: (text: string) => void }) {
  const words = useMessages(catalogMessages);
  const { categories } = useCatalog();
  return (
    <>
      <Recent onChoose={onChoose} />
      {categories !== null && categories.length > 0 && (
        <Section title={words.browse}>
          <List columns label={words.browse}>
            {categories.map((category) => (
              <li key={category.id}>
                <SettingRow
                  icon="apps"
                  label={category.name}
                  value={category.application_count}
                  href={getAppsPath({ category: category.id })}
                />
              </li>
            ))}
          </List>
        </Section>
      )}
    </>
  );
}

function Recent({ onChoose }: { onChoose: (text: string) => void }) {
  const { search } = useAccount();
  const words = useMessages(catalogMessages);
  const recent = useObservable(search.recent);
  if (recent.length === 0) return null;
  return (
    <Section
      title={words.recent}
      action={
        <Button variant="quiet" size="pill" onClick={() => search.forget()}>
          {words.forget}
        </Button>
      }
    >
      <List label={words.recent}>
        {recent.map((text) => (
          <li key={text}>
            <SettingRow icon="clock" label={text} onPress={() => onChoose(text)} />
          </li>
        ))}
      </List>
    </Section>
  );
}
