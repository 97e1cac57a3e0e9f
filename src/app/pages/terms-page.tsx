import type { PersonTerms } from '../../../contract/terms.ts';
import { OrganizationName } from '../../features/organizations/organization-mark.tsx';
import { TermsContent } from '../../features/terms/terms-content.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Page } from '../../ui/page.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { AccountLink } from '../account-link.tsx';
import { appMessages } from '../messages.ts';
import { NetworkLine } from '../network-line.tsx';

/** Shown in place of every page while the terms of the organization are not accepted. */
export function TermsPage({ terms }: { terms: PersonTerms }) {
  const words = useMessages(appMessages);
  return (
    <main id="main">
      <Page width="narrow">
        <TopBar title={words.home} lead={<OrganizationName />} actions={<AccountLink />}>
          {null}
        </TopBar>
        <NetworkLine />
        <TermsContent terms={terms} />
      </Page>
    </main>
  );
}
