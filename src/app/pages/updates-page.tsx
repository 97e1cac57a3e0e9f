import type { CatalogEntry } from '../../../contract/catalog.ts';
import { CatalogBoundary } from '../../features/catalog/catalog-boundary.tsx';
import { EntryRow } from '../../features/catalog/entry-row.tsx';
import { catalogMessages } from '../../features/catalog/messages.ts';
import { listEntries } from '../../features/catalog/select.ts';
import { useCatalog } from '../../features/catalog/use-catalog.ts';
import { useInstalledVersion } from '../../features/catalog/use-installed-version.ts';
import { InstallEachButton } from '../../features/downloads/install-each-button.tsx';
import { UpdatesContent } from '../../features/inventory/updates-content.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { appMessages } from '../messages.ts';
import { UpcomingRequiredPart } from '../required/upcoming-required.tsx';
import { CatalogPage, rowButton } from './catalog-page.tsx';

/** `/updates` */
export function UpdatesPage() {
  const words = useMessages(appMessages);
  const catalog = useCatalog();
  const entries = listEntries(catalog, 'updates');
  return (
    <CatalogPage title={words.updates}>
      <UpcomingRequiredPart />
      <CatalogBoundary catalog={catalog} part={catalog.updates} waiting={<SkeletonRows count={3} />}>
        <UpdatesContent
          entries={entries}
          row={(entry) => <UpdateRow entry={entry} />}
          all={<InstallEachButton entries={entries} purpose="update" />}
        />
      </CatalogBoundary>
    </CatalogPage>
  );
}

/** An update: from which version to which, where the one on this device is known. */
function UpdateRow({ entry }: { entry: CatalogEntry }) {
  const words = useMessages(catalogMessages);
  const installed = useInstalledVersion(entry.id);
  return (
    <EntryRow
      entry={entry}
      trailing={rowButton}
      wrap
      {...(installed !== null && { line: words.fromTo({ from: installed, to: entry.version.version_num }) })}
    />
  );
}
