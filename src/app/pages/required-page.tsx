import { deviceSystem } from '../../data/device/device-system.ts';
import { EntryRow } from '../../features/catalog/entry-row.tsx';
import { InstallEachButton } from '../../features/downloads/install-each-button.tsx';
import { useGate } from '../../features/inventory/gate-state.ts';
import { RequiredContent } from '../../features/inventory/required-screen.tsx';
import { useRequired } from '../use-required.ts';
import { rowButton } from './catalog-page.tsx';
import { GatePage } from './gate-page.tsx';

/** Shown in place of every page while a mandatory application is missing. */
export function RequiredPage() {
  const { missing, done } = useRequired();
  const { pass } = useGate();
  return (
    <GatePage>
      <RequiredContent
        missing={missing}
        done={done}
        row={(entry, line) => <EntryRow entry={entry} trailing={() => rowButton(entry)} line={line} wrap />}
        onPass={deviceSystem() === 'desk' ? pass : null}
        all={<InstallEachButton entries={missing} purpose="install" />}
      />
    </GatePage>
  );
}
