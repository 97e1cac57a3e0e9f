import type { CatalogEntry } from '../../../contract/catalog.ts';
import { isOffered, listOfferChanges } from '../../data/catalog/offer-dates.ts';
import { getDeviceSystem } from '../../data/device/device-system.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useNowUntil } from '../../ui/hooks/use-now-until.ts';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { getButtonState } from './button-state.ts';
import { InstallQueueView } from './install-queue-view.tsx';
import { downloadMessages } from './messages.ts';
import { useQueue } from './use-queue.ts';

type InstallEachButtonProps = { entries: readonly CatalogEntry[]; purpose: 'install' | 'update' };

/** Installs all of them at one tap, and shows the progress below. */
export function InstallEachButton({ entries, purpose }: InstallEachButtonProps) {
  const account = useAccount();
  const words = useMessages(downloadMessages);
  const records = useObservable(account.installs.records);
  const { due, failed } = useQueue();
  const moment = useNowUntil(entries.flatMap(listOfferChanges));
  const ready = entries.filter((entry) => {
    const offered = isOffered(entry, moment);
    const situation = { system: getDeviceSystem(), online: true, record: records.get(entry.id), offered };
    return ['install', 'update'].includes(getButtonState(entry, situation).state);
  });
  const start = () => {
    const wanted = ready.map(({ id, version }) => ({ application: id, name: version.app_name }));
    void account.queue.add(wanted);
  };
  const isBusy = due.length > 0 || failed.length > 0;
  return (
    <Stack>
      <InstallQueueView />
      {!isBusy && ready.length > 1 && (
        <Button variant="strong" full onClick={start}>
          {purpose === 'update' ? words.updateAll : words.installAll}
        </Button>
      )}
    </Stack>
  );
}
