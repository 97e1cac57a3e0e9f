import { CatalogBoundary } from '../../features/catalog/catalog-boundary.tsx';
import { useCatalog } from '../../features/catalog/use-catalog.ts';
import { Main } from '../../ui/layout/frame.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { HomeBar } from '../home-bar.tsx';

/**
 * Shown in place of every page until it is known whether a mandatory application is missing, or with the reason why
 * that can't be known.
 */
export function WaitingPage() {
  const catalog = useCatalog();
  return (
    <Main>
      <Page>
        <HomeBar />
        <CatalogBoundary catalog={catalog} part={catalog.mandatory}>
          {null}
        </CatalogBoundary>
      </Page>
    </Main>
  );
}
