import { getDeviceSystem } from '../../data/device/device-system.ts';
import { EntryRow } from '../../features/catalog/entry-row.tsx';
import { getIconProps } from '../../features/catalog/pictures.ts';
import { AppButton } from '../../features/downloads/app-button.tsx';
import { HelpButton } from '../../features/downloads/help/help-button.tsx';
import { InstallEachButton } from '../../features/downloads/install-each-button.tsx';
import { useGate } from '../../features/inventory/gate-state.ts';
import { RequiredContent } from '../../features/inventory/required-screen.tsx';
import { ContactSupport } from '../../features/support/contact-support.tsx';
import { AppIcon } from '../../ui/pictures/app-icon.tsx';
import { useRequired } from '../required/use-required.ts';
import { rowButton } from './catalog-page.tsx';
import { GatePage } from './gate-page.tsx';

/** Shown in place of every page while a mandatory application is due. */
export function RequiredPage() {
  const { due, installed } = useRequired();
  const { pass } = useGate();
  return (
    <GatePage width="wide">
      <RequiredContent
        due={due}
        done={installed}
        icon={(entry) => <AppIcon {...getIconProps(entry, 'eager')} size={96} />}
        actions={(entry) => (
          <>
            <AppButton entry={entry} place="page" />
            <HelpButton entry={entry} />
          </>
        )}
        row={(entry, line) => <EntryRow entry={entry} trailing={() => rowButton(entry)} line={line} wrap />}
        onPass={getDeviceSystem() === 'desk' ? pass : null}
        all={<InstallEachButton entries={due} purpose="install" />}
        support={<ContactSupport about={null} variant="quiet" />}
      />
    </GatePage>
  );
}
