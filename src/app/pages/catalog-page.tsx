import type { ReactNode } from 'react';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { useAccount } from '../../engine-context.tsx';
import { AppButton } from '../../features/downloads/app-button.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Main } from '../../ui/layout/frame.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TopBar } from '../../ui/layout/top-bar.tsx';
import { PullToRefresh } from '../../ui/scrolling/pull-to-refresh.tsx';
import { AccountLink } from '../account-link.tsx';
import { NetworkLine } from '../network-line.tsx';

/** The button at the end of an application's row. */
export const rowButton = (entry: CatalogEntry) => <AppButton entry={entry} />;

type CatalogPageProps = { title: string; children: ReactNode };

/** A page of the catalog with a large title, pull-to-refresh, and a line while it is offline. */
export function CatalogPage({ title, children }: CatalogPageProps) {
  const account = useAccount();
  const common = useMessages(commonMessages);
  return (
    <Main>
      <PullToRefresh label={common.refreshing} onRefresh={() => account.catalog.refresh()}>
        <Page>
          <TopBar title={title} actions={<AccountLink />}>
            <h1>{title}</h1>
          </TopBar>
          <NetworkLine />
          {children}
        </Page>
      </PullToRefresh>
    </Main>
  );
}
