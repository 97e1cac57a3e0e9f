import { account } from '../../data/current.ts';
import { HomeContent } from '../../features/catalog/home-screen.tsx';
import { OrganizationName } from '../../features/organizations/organization-mark.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Page } from '../../ui/page.tsx';
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { AccountLink } from '../account-link.tsx';
import { appMessages } from '../messages.ts';
import { NetworkLine } from '../network-line.tsx';
import { Shell } from '../shell.tsx';
import { rowButton } from './catalog-page.tsx';

/** `/` */
export function HomePage() {
  const words = useMessages(appMessages);
  const common = useMessages(commonMessages);
  return (
    <Shell>
      <PullToRefresh label={common.refreshing} onRefresh={() => account().catalog.refresh()}>
        <Page>
          <TopBar title={words.home} lead={<OrganizationName />} actions={<AccountLink />}>
            <h1 className="visually-hidden">{words.home}</h1>
          </TopBar>
          <NetworkLine />
          <HomeContent trailing={rowButton} />
        </Page>
      </PullToRefresh>
    </Shell>
  );
}
