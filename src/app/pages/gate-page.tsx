import type { ReactNode } from 'react';
import { OrganizationName } from '../../features/organizations/organization-mark.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TopBar } from '../../ui/layout/top-bar.tsx';
import { AccountLink } from '../account-link.tsx';
import { appMessages } from '../messages.ts';
import { NetworkLine } from '../network-line.tsx';

type GatePageProps = { width?: 'narrow' | 'wide'; children: ReactNode };

/** The frame of screens that are shown in place of every page until the person has done something. */
export function GatePage({ children, width = 'narrow' }: GatePageProps) {
  const words = useMessages(appMessages);
  return (
    <main id="main">
      <Page width={width}>
        <TopBar title={words.home} lead={<OrganizationName />} actions={<AccountLink />}>
          {null}
        </TopBar>
        <NetworkLine />
        {children}
      </Page>
    </main>
  );
}
