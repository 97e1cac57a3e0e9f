import type { CatalogEntry } from '../../../contract/catalog.ts';
import { useAccount } from '../../engine-context.tsx';
import { CatalogBoundary } from '../../features/catalog/catalog-boundary.tsx';
import { EntryRow } from '../../features/catalog/entry-row.tsx';
import { listEntries } from '../../features/catalog/select.ts';
import { useCatalog } from '../../features/catalog/use-catalog.ts';
import { MineContent } from '../../features/inventory/mine-content.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { appMessages } from '../messages.ts';
import { CatalogPage, rowButton } from './catalog-page.tsx';

/** `/mine` */
export function MinePage() {
  const words = useMessages(appMessages);
  const catalog = useCatalog();
  const records = useObservable(useAccount().installs.records);
  const isInstalled = (entry: CatalogEntry) => (records.get(entry.id)?.installed ?? null) !== null;
  const installed = catalog.entries.filter(isInstalled);
  const downloaded = listEntries(catalog, 'downloaded').filter((entry) => !isInstalled(entry));
  const versions = new Map(
    installed.flatMap((entry) => {
      const number = records.get(entry.id)?.number;
      return number === undefined ? [] : [[entry.id, number] as const];
    }),
  );
  return (
    <CatalogPage title={words.mine}>
      <CatalogBoundary
        catalog={catalog}
        part={installed.length > 0 ? installed : catalog.downloaded}
        waiting={<SkeletonRows count={3} />}
      >
        <MineContent
          installed={installed}
          versions={versions}
          downloaded={downloaded}
          button={rowButton}
          row={(entry, trailing, line) => (
            <EntryRow entry={entry} trailing={() => trailing} line={line} wrap />
          )}
        />
      </CatalogBoundary>
    </CatalogPage>
  );
}
