import { useAccount, useEngine } from '../engine-context.tsx';
import { useCatalog } from '../features/catalog/use-catalog.ts';
import { ChangesLine } from '../features/changes/changes-line.tsx';
import { StatusLine, StatusLines } from '../ui/feedback/status-line.tsx';
import { useNow } from '../ui/hooks/use-now.ts';
import { useObservable } from '../ui/hooks/use-observable.ts';
import { useFormat, useMessages } from '../ui/i18n/context.tsx';
import { appMessages } from './messages.ts';

/**
 * Says unobtrusively what is wrong with the connection, and when the shown data was saved; that not everything can be
 * saved or read here; and which of the person's changes wait or were refused, except on the page that lists them.
 */
export function NetworkLine({ changes = true }: { changes?: boolean }) {
  const account = useAccount();
  const { connectivity } = useEngine();
  const words = useMessages(appMessages);
  const format = useFormat();
  const network = useObservable(connectivity.state);
  const slow = useObservable(connectivity.slow);
  const busy = useObservable(connectivity.busy);
  const storage = useObservable(account.storage);
  const { writes } = useObservable(account.unreadable.state);
  const { savedAt, partialLoad, error } = useCatalog();
  const now = useNow();
  const ago = savedAt === null ? null : format.ago(savedAt, now);
  return (
    <StatusLines>
      {network === 'offline' && (
        <StatusLine icon="offline" live>
          {ago === null ? words.offline : words.offlineSaved({ when: ago })}
        </StatusLine>
      )}
      {network === 'unreachable' && (
        <StatusLine icon="cloud" live>
          {ago === null ? words.unreachable : words.unreachableSaved({ when: ago })}
        </StatusLine>
      )}
      {network === 'failing' && !busy && (
        <StatusLine icon="cloud" live>
          {ago === null ? words.failing : words.failingSaved({ when: ago })}
        </StatusLine>
      )}
      {network === 'foreign' && (
        <StatusLine icon="info" live>
          {words.foreign}
        </StatusLine>
      )}
      {busy && (
        <StatusLine icon="cloud" live>
          {words.busy}
        </StatusLine>
      )}
      {network === 'online' && slow && !busy && (
        <StatusLine icon="cloud" live>
          {words.slow}
        </StatusLine>
      )}
      {savedAt !== null && error?.kind === 'other-version' && (
        <StatusLine icon="info" live>
          {words.outdated}
        </StatusLine>
      )}
      {partialLoad !== null && (
        <StatusLine icon="cloud">
          {words.half({ loaded: format.number(partialLoad.have), total: format.number(partialLoad.total) })}
        </StatusLine>
      )}
      {storage === 'unavailable' && <StatusLine icon="info">{words.notKept}</StatusLine>}
      {storage === 'broken' && <StatusLine icon="info">{words.storageBroken}</StatusLine>}
      {storage === 'newer' && <StatusLine icon="info">{words.storageNewer}</StatusLine>}
      {writes > 0 && (
        <StatusLine icon="warning" live>
          {words.unread({ count: writes })}
        </StatusLine>
      )}
      {storage === 'full' && <StatusLine icon="info">{words.storageFull}</StatusLine>}
      {changes && <ChangesLine />}
    </StatusLines>
  );
}
