import { useAccount } from '../../engine-context.tsx';
import { HomeContent } from '../../features/catalog/home-screen.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Main } from '../../ui/layout/frame.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PullToRefresh } from '../../ui/scrolling/pull-to-refresh.tsx';
import { FirstVisit } from '../first-visit.tsx';
import { HomeBar } from '../home-bar.tsx';
import { UpcomingRequiredPart } from '../required/upcoming-required.tsx';
import { rowButton } from './catalog-page.tsx';

/** `/` */
export function HomePage() {
  const { catalog } = useAccount();
  const common = useMessages(commonMessages);
  return (
    <Main>
      <PullToRefresh label={common.refreshing} onRefresh={() => catalog.refresh()}>
        <Page>
          <HomeBar />
          <UpcomingRequiredPart />
          <FirstVisit />
          <HomeContent trailing={rowButton} />
        </Page>
      </PullToRefresh>
    </Main>
  );
}
