import type { CatalogApplication } from '../../../contract/catalog.ts';
import { isOffered, turnsOf } from '../../data/catalog/offering.ts';
import { deviceSystem } from '../../data/device/device-system.ts';
import type { Version } from '../../data/installs/install-record.ts';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { useNowAcross } from '../../ui/use-now-across.ts';
import { buttonState } from './button-state.ts';
import { install } from './hand-over.ts';
import { downloadMessages } from './messages.ts';

type VersionButtonProps = { application: CatalogApplication; version: Version };

/** A button that installs an earlier version; nothing where this device cannot install the application. */
export function VersionButton({ application, version }: VersionButtonProps) {
  const words = useMessages(downloadMessages);
  const offered = isOffered(application, useNowAcross(turnsOf(application)));
  const situation = { system: deviceSystem(), online: true, record: undefined, offered };
  const { state } = buttonState(application, situation);
  if (state !== 'install') return null;
  return (
    <Button variant="quiet" onClick={() => void install(application, version)}>
      {words.installVersion(version.version_num)}
    </Button>
  );
}
