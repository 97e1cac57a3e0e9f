import { deviceSystem } from '../../data/device/device-system.ts';
import { EntryRow } from '../../features/catalog/entry-row.tsx';
import { InstallEachButton } from '../../features/downloads/install-each-button.tsx';
import { useGate } from '../../features/inventory/gate-state.ts';
import { RequiredContent } from '../../features/inventory/required-screen.tsx';
import { OrganizationName } from '../../features/organizations/organization-mark.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Page } from '../../ui/page.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { AccountLink } from '../account-link.tsx';
import { appMessages } from '../messages.ts';
import { NetworkLine } from '../network-line.tsx';
import { useRequired } from '../use-required.ts';
import { rowButton } from './catalog-page.tsx';

/** Shown in place of every page while a mandatory application is missing. */
export function RequiredPage() {
  const words = useMessages(appMessages);
  const { missing, done } = useRequired();
  const { pass } = useGate();
  return (
    <main id="main">
      <Page width="narrow">
        <TopBar title={words.home} lead={<OrganizationName />} actions={<AccountLink />}>
          {null}
        </TopBar>
        <NetworkLine />
        <RequiredContent
          missing={missing}
          done={done}
          row={(entry, line) => <EntryRow entry={entry} trailing={() => rowButton(entry)} line={line} wrap />}
          onPass={deviceSystem() === 'desk' ? pass : null}
          all={<InstallEachButton entries={missing} purpose="install" />}
        />
      </Page>
    </main>
  );
}
