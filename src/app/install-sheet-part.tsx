import { InstallSheet } from '../features/downloads/install-sheet.tsx';
import { useInstall } from '../features/downloads/install-state.ts';
import { ContactSupport } from '../features/support/contact-support.tsx';
import { DeferButton } from '../features/support/defer-button.tsx';
import { SupportAddress } from '../features/support/support-section.tsx';
import { useRequired } from './required/use-required.ts';

/** The sheet of an install; its help ends in support, and in a day without an application that is due. */
export function InstallSheetPart() {
  const { due } = useRequired();
  const { close } = useInstall();
  return (
    <InstallSheet
      more={({ entry, version, symptom }) => {
        const required = due.find(({ id }) => id === entry.id);
        const { app_name: name } = entry.version;
        return (
          <>
            <ContactSupport
              about={{ application: entry.id, name, version: version.version_num, symptom }}
              full
            />
            <SupportAddress />
            {required && <DeferButton entry={required} onDeferred={close} />}
          </>
        );
      }}
    />
  );
}
