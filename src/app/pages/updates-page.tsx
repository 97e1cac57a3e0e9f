import { EntryRow } from '../../features/catalog/entry-row.tsx';
import { entriesOf } from '../../features/catalog/select.ts';
import { useCatalog } from '../../features/catalog/use-catalog.ts';
import { InstallEachButton } from '../../features/downloads/install-each-button.tsx';
import { UpdatesContent } from '../../features/inventory/updates-content.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { appMessages } from '../messages.ts';
import { CatalogPage, rowButton } from './catalog-page.tsx';

/** `/updates` */
export function UpdatesPage() {
  const words = useMessages(appMessages);
  const entries = entriesOf(useCatalog(), 'updates');
  return (
    <CatalogPage title={words.updates}>
      <UpdatesContent
        entries={entries}
        row={(entry) => <EntryRow entry={entry} trailing={rowButton} />}
        all={<InstallEachButton entries={entries} purpose="update" />}
      />
    </CatalogPage>
  );
}
