import { useEffect, useState } from 'react';
import { useAccount, useEngine } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { changesMessages } from './messages.ts';

/** Says that changes from before the organization was set up anew are still on this device, and offers to delete them. */
export function EarlierChanges() {
  const account = useAccount();
  const { orphanedAccounts } = useEngine();
  const words = useMessages(changesMessages);
  const [waiting, setWaiting] = useState(0);
  useEffect(
    () => void orphanedAccounts.countPendingWrites(account).then(setWaiting, () => undefined),
    [account, orphanedAccounts],
  );
  if (waiting === 0) return null;
  const remove = async () => {
    await orphanedAccounts.delete(account);
    setWaiting(0);
  };
  return (
    <Note
      tone="warn"
      title={words.earlier({ count: waiting })}
      action={
        <Button size="pill" variant="quiet" icon="trash" onClick={() => void remove()}>
          {words.deleteEarlier}
        </Button>
      }
    >
      {words.earlierWhy}
    </Note>
  );
}
