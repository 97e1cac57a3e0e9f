import { Suspense } from 'react';
import { OrganizationName } from '../features/organizations/organization-mark.tsx';
import { useMessages } from '../ui/i18n/context.tsx';
import { TopBar } from '../ui/layout/top-bar.tsx';
import { AccountLink } from './account-link.tsx';
import { lazyPart } from './lazy-part.tsx';
import { appMessages } from './messages.ts';
import { NetworkLine } from './network-line.tsx';

/** Loaded after the page is there. */
const MessagesLink = lazyPart(
  async () => (await import('../features/messages/messages-link.tsx')).MessagesLink,
);

/** The bar above the home page: whose catalog it is, and whether there is a network. */
export function HomeBar() {
  const words = useMessages(appMessages);
  return (
    <>
      <TopBar
        title={words.home}
        lead={<OrganizationName />}
        actions={
          <>
            <Suspense fallback={null}>
              <MessagesLink />
            </Suspense>
            <AccountLink />
          </>
        }
      >
        <h1 className="visually-hidden">{words.home}</h1>
      </TopBar>
      <NetworkLine />
    </>
  );
}
