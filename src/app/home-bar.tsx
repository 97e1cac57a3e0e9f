import { OrganizationName } from '../features/organizations/organization-mark.tsx';
import { useMessages } from '../ui/i18n/context.tsx';
import { TopBar } from '../ui/top-bar.tsx';
import { AccountLink } from './account-link.tsx';
import { appMessages } from './messages.ts';
import { NetworkLine } from './network-line.tsx';

/** The bar above the home page: whose catalog it is, and whether there is a network. */
export function HomeBar() {
  const words = useMessages(appMessages);
  return (
    <>
      <TopBar title={words.home} lead={<OrganizationName />} actions={<AccountLink />}>
        <h1 className="visually-hidden">{words.home}</h1>
      </TopBar>
      <NetworkLine />
    </>
  );
}
