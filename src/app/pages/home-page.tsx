import { account } from '../../data/current.ts';
import { HomeContent } from '../../features/catalog/home-screen.tsx';
import { Main } from '../../ui/frame.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Page } from '../../ui/page.tsx';
import { PullToRefresh } from '../../ui/scrolling/pull-to-refresh.tsx';
import { FirstVisit } from '../first-visit.tsx';
import { HomeBar } from '../home-bar.tsx';
import { RequiredSoonPart } from '../required/required-soon.tsx';
import { rowButton } from './catalog-page.tsx';

/** `/` */
export function HomePage() {
  const common = useMessages(commonMessages);
  return (
    <Main>
      <PullToRefresh label={common.refreshing} onRefresh={() => account().catalog.refresh()}>
        <Page>
          <HomeBar />
          <RequiredSoonPart />
          <FirstVisit />
          <HomeContent trailing={rowButton} />
        </Page>
      </PullToRefresh>
    </Main>
  );
}
