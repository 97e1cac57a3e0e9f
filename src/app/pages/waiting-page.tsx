import { CatalogState } from '../../features/catalog/catalog-state.tsx';
import { useCatalog } from '../../features/catalog/use-catalog.ts';
import { Page } from '../../ui/page.tsx';
import { HomeBar } from '../home-bar.tsx';
import { Shell } from '../shell.tsx';

/** Stands before every page until it is known whether a mandatory application is missing, and says why if it can't be known. */
export function WaitingPage() {
  const catalog = useCatalog();
  return (
    <Shell>
      <Page>
        <HomeBar />
        <CatalogState catalog={catalog} part={catalog.mandatory}>
          {null}
        </CatalogState>
      </Page>
    </Shell>
  );
}
