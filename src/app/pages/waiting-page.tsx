import { CatalogState } from '../../features/catalog/catalog-state.tsx';
import { useCatalog } from '../../features/catalog/use-catalog.ts';
import { OrganizationName } from '../../features/organizations/organization-mark.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Page } from '../../ui/page.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { AccountLink } from '../account-link.tsx';
import { appMessages } from '../messages.ts';
import { NetworkLine } from '../network-line.tsx';
import { Shell } from '../shell.tsx';

/** Stands before every page until it is known whether a mandatory application is missing, and says why if it can't be known. */
export function UnknownPage() {
  const words = useMessages(appMessages);
  const catalog = useCatalog();
  return (
    <Shell>
      <Page>
        <TopBar title={words.home} lead={<OrganizationName />} actions={<AccountLink />}>
          <h1 className="visually-hidden">{words.home}</h1>
        </TopBar>
        <NetworkLine />
        <CatalogState catalog={catalog} part={catalog.mandatory}>
          {null}
        </CatalogState>
      </Page>
    </Shell>
  );
}
