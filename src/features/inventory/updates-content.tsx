import type { ReactNode } from 'react';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { getVersionNote } from '../../data/catalog/version-note.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Expandable } from '../../ui/controls/expandable.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { List } from '../../ui/lists/list.tsx';
import { inventoryMessages } from './messages.ts';

type UpdatesContentProps = {
  entries: readonly CatalogEntry[];
  row: (entry: CatalogEntry) => ReactNode;
  /** Updates them all. */
  all: ReactNode;
};

/** The available updates, each with what changed. */
export function UpdatesContent({ entries, row, all }: UpdatesContentProps) {
  const words = useMessages(inventoryMessages);
  if (entries.length === 0) {
    return (
      <EmptyState
        icon="success"
        title={words.noUpdates}
        action={<ButtonLink href={catalogPages.mine}>{words.mine}</ButtonLink>}
      >
        {words.noUpdatesWhy}
      </EmptyState>
    );
  }
  return (
    <>
      {all}
      <List label={words.updates}>
        {entries.map((entry) => (
          <li key={entry.id}>
            {row(entry)}
            <Changes entry={entry} />
          </li>
        ))}
      </List>
    </>
  );
}

/** What an update brings: its number and, if its publisher wrote one, its note. */
function Changes({ entry }: { entry: CatalogEntry }) {
  const words = useMessages(inventoryMessages);
  const common = useMessages(commonMessages);
  const note = getVersionNote(entry.version);
  return (
    <Stack>
      <h2 className="quiet small">{words.changed({ version: entry.version.version_num })}</h2>
      {note !== null && <Expandable labels={common.fold}>{note}</Expandable>}
    </Stack>
  );
}
