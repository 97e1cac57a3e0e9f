import type { CatalogApplication } from '../../../contract/catalog.ts';
import { isOffered, listOfferChanges } from '../../data/catalog/offer-dates.ts';
import { getDeviceSystem } from '../../data/device/device-system.ts';
import type { Version } from '../../data/records/install-record.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useNowUntil } from '../../ui/hooks/use-now-until.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { getButtonState } from './button-state.ts';
import { install } from './install.ts';
import { downloadMessages } from './messages.ts';

type VersionButtonProps = { application: CatalogApplication; version: Version };

/** A button that installs an earlier version; nothing where this device cannot install the application. */
export function VersionButton({ application, version }: VersionButtonProps) {
  const account = useAccount();
  const words = useMessages(downloadMessages);
  const offered = isOffered(application, useNowUntil(listOfferChanges(application)));
  const situation = { system: getDeviceSystem(), online: true, record: undefined, offered };
  const { state } = getButtonState(application, situation);
  if (state !== 'install') return null;
  return (
    <Button variant="quiet" onClick={() => void install(account, application, version)}>
      {words.installVersion({ version: version.version_num })}
    </Button>
  );
}
