import { useEffect, useState } from 'react';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { account } from '../../data/current.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { List } from '../../ui/list.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Section } from '../../ui/section.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { EntryRow, type Trailing } from './entry-row.tsx';
import { catalogMessages } from './messages.ts';
import { useSearch } from './store.ts';
import { useCatalog } from './use-catalog.ts';

const mostResults = 200;
const keyOf = (entry: CatalogEntry) => entry.id;

/** Search that answers while the person types, from what is on the device. */
export function SearchContent({ trailing }: { trailing: Trailing }) {
  const words = useMessages(catalogMessages);
  const { text, setText } = useSearch();
  const results = useResults(text);
  return (
    <>
      <search>
        <SearchField
          label={words.search}
          clearLabel={words.clear}
          value={text}
          onChange={setText}
          onBlur={() => remember(text)}
        />
      </search>
      {text.trim() === '' ? (
        <Recent onChoose={setText} />
      ) : (
        results && <Results text={text} entries={results} trailing={trailing} />
      )}
    </>
  );
}

function remember(text: string): void {
  if (text.trim().length > 1) void account().search.remember(text.trim());
}

/** The applications found; null until the first answer. An answer that a newer question overtook is dropped. */
function useResults(text: string): readonly CatalogEntry[] | null {
  const { byId } = useCatalog();
  const [found, setFound] = useState<{ query: string; ids: readonly string[] } | null>(null);
  const query = text.trim();
  useEffect(() => {
    let current = true;
    const answer = async () => {
      const hits = query === '' ? [] : await account().search.query(query, mostResults);
      if (current) setFound({ query, ids: hits.map((hit) => hit.id) });
    };
    void answer();
    return () => {
      current = false;
    };
  }, [query]);
  return found && found.ids.flatMap((id) => byId.get(id) ?? []);
}

type ResultsProps = { text: string; entries: readonly CatalogEntry[]; trailing: Trailing };

function Results({ text, entries, trailing }: ResultsProps) {
  const words = useMessages(catalogMessages);
  return (
    <>
      <output className="quiet small">
        {entries.length > 0 ? words.results(entries.length) : words.noResult(text.trim())}
      </output>
      {entries.length === 0 ? (
        <EmptyState
          icon="search"
          title={words.noResult(text.trim())}
          action={<ButtonLink href="/apps">{words.seeAllApps}</ButtonLink>}
        >
          {words.noResultWhy}
        </EmptyState>
      ) : (
        <VirtualList
          label={words.results(entries.length)}
          items={entries}
          keyOf={keyOf}
          place={`search:${text}`}
        >
          {(entry) => <EntryRow entry={entry} trailing={trailing} />}
        </VirtualList>
      )}
    </>
  );
}

function Recent({ onChoose }: { onChoose: (text: string) => void }) {
  const words = useMessages(catalogMessages);
  const recent = useObservable(account().search.recent);
  if (recent.length === 0) {
    return (
      <EmptyState icon="search" title={words.search}>
        {words.searchHint}
      </EmptyState>
    );
  }
  return (
    <Section
      title={words.recent}
      action={
        <Button variant="quiet" size="pill" onClick={() => account().search.forget()}>
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
