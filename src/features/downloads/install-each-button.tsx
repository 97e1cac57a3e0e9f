import type { CatalogEntry } from '../../../contract/catalog.ts';
import { isOffered, turnsOf } from '../../data/catalog/offering.ts';
import { account } from '../../data/current.ts';
import { deviceSystem } from '../../data/device/device-system.ts';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Stack } from '../../ui/stack.tsx';
import { useNowAcross } from '../../ui/use-now-across.ts';
import { useObservable } from '../../ui/use-observable.ts';
import { buttonState } from './button-state.ts';
import { InstallQueueView } from './install-queue-view.tsx';
import { downloadMessages } from './messages.ts';
import { useQueue } from './use-queue.ts';

type InstallEachButtonProps = { entries: readonly CatalogEntry[]; purpose: 'install' | 'update' };

/** Installs all of them at one tap, and shows the progress below. */
export function InstallEachButton({ entries, purpose }: InstallEachButtonProps) {
  const words = useMessages(downloadMessages);
  const records = useObservable(account().installs.records);
  const { due, failed } = useQueue();
  const moment = useNowAcross(entries.flatMap(turnsOf));
  const ready = entries.filter((entry) => {
    const offered = isOffered(entry, moment);
    const situation = { system: deviceSystem(), online: true, record: records.get(entry.id), offered };
    return ['install', 'update'].includes(buttonState(entry, situation).state);
  });
  const start = () => {
    const wanted = ready.map(({ id, version }) => ({ application: id, name: version.app_name }));
    void account().queue.add(wanted);
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
