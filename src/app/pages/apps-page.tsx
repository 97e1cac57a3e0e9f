import { Suspense, useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { AppsList } from '../../features/catalog/apps-list.tsx';
import type { SortOrder } from '../../features/catalog/browse.ts';
import { useBrowse } from '../../features/catalog/browse-state.ts';
import { catalogMessages } from '../../features/catalog/messages.ts';
import { Main } from '../../ui/frame.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { SIDE_BY_SIDE, useMedia } from '../../ui/media.ts';
import { Page } from '../../ui/page.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
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
  useChoiceOfAddress();
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
  const words = useMessages(catalogMessages);
  return (
    <Page width="pane">
      <TopBar title={words.allApps} actions={<AccountLink />}>
        {current === undefined ? <h1>{words.allApps}</h1> : <h2>{words.allApps}</h2>}
      </TopBar>
      <NetworkLine />
      <AppsList trailing={rowButton} current={current} />
    </Page>
  );
}

const sortOrders: readonly SortOrder[] = ['name', 'newest', 'popular', 'liked'];

/** Applies the sort order or category in the address, as in the links of the home page. */
function useChoiceOfAddress(): void {
  const [query] = useSearchParams();
  const change = useBrowse((store) => store.change);
  const sort = sortOrders.find((order) => order === query.get('sort'));
  const category = query.get('category');
  useEffect(() => {
    if (sort !== undefined) change({ sort });
    if (category !== null) change({ category });
  }, [sort, category, change]);
}
