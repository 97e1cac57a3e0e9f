import { Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { AppsList } from '../../features/catalog/apps-list.tsx';
import { useListTitle } from '../../features/catalog/use-list-title.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Main } from '../../ui/layout/frame.tsx';
import { SIDE_BY_SIDE, useMedia } from '../../ui/layout/media.ts';
import { Page } from '../../ui/layout/page.tsx';
import { TopBar } from '../../ui/layout/top-bar.tsx';
import { AccountLink } from '../account-link.tsx';
import { ApplicationPage } from '../application-part.tsx';
import { appMessages } from '../messages.ts';
import { NetworkLine } from '../network-line.tsx';
import { rowButton } from './catalog-page.tsx';
import { ChooseApp } from './choose-app.tsx';

/** `/apps` and `/apps/<application>`: one page, so that the list keeps its scroll position while an application is open. */
export function AppsPage() {
  const { application } = useParams();
  const beside = useMedia(SIDE_BY_SIDE);
  const showing = application === undefined ? 'list' : 'detail';
  const words = useMessages(appMessages);
  const list = { label: words.list, content: <ListPage current={application} /> };
  return (
    <Main {...((showing === 'list' || beside) && { list })} showing={showing}>
      <Suspense fallback={null}>
        {application === undefined ? <ChooseApp /> : <ApplicationPage key={application} id={application} />}
      </Suspense>
    </Main>
  );
}

function ListPage({ current }: { current: string | undefined }) {
  const title = useListTitle();
  return (
    <Page width="pane">
      <TopBar title={title} actions={<AccountLink />}>
        {current === undefined ? <h1>{title}</h1> : <h2>{title}</h2>}
      </TopBar>
      <NetworkLine />
      <AppsList trailing={rowButton} current={current} />
    </Page>
  );
}
