import { readHelp } from '../../../contract/support.ts';
import type { SyncEntry } from '../../../contract/sync.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { supportMessages } from './messages.ts';

type DeferButtonProps = { entry: SyncEntry; onDeferred: () => void };

/** Continues for a day without an application, once for each version, where the organization allows it. */
export function DeferButton({ entry, onDeferred }: DeferButtonProps) {
  const account = useAccount();
  const words = useMessages(supportMessages);
  const help = useObservable(account.openResource(readHelp).state).value;
  const deferral = useObservable(account.installs.records).get(entry.id)?.deferral;
  const isAllowed = help?.deferrals_enabled === true && deferral?.version !== entry.version.id;
  if (!isAllowed) return null;
  const defer = async () => {
    const now = Date.now() + account.client.clock.offset.get();
    await account.installs.recordDeferral(entry.id, entry.version.id, now);
    onDeferred();
  };
  return (
    <>
      <Button variant="plain" full onClick={() => void defer()}>
        {words.defer}
      </Button>
      <p className="quiet small">{words.deferWhy}</p>
    </>
  );
}
