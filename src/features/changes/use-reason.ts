import type { ErrorReason } from '../../data/records/error-reason.ts';
import type { OutboxRow } from '../../data/records/outbox-row.ts';
import { useAccount, useEngine } from '../../engine-context.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { useErrorText } from '../errors/error-text.ts';
import { changesMessages } from './messages.ts';

/** What a change waits for, by the result of its last attempt; for other results, the error's own sentence is shown. */
const waitReasons: Partial<Record<ErrorReason['kind'], 'foreign' | 'afterPause' | 'afterSignIn'>> = {
  foreign: 'foreign',
  'rate-limited': 'afterPause',
  'session-ended': 'afterSignIn',
};

/** Why a change has not reached the service, as a sentence. */
export function useReason({ id, state, lastError }: OutboxRow): string {
  const { outbox } = useAccount();
  const words = useMessages(changesMessages);
  const getText = useErrorText();
  const { time } = useFormat();
  const now = useNow();
  const network = useObservable(useEngine().connectivity.state);
  const heads = outbox.listHeads(useObservable(outbox.rows));
  if (state === 'sending') return words.sending;
  if (lastError !== null && (state === 'refused' || lastError.kind === 'unsupported'))
    return getText(lastError);
  if (network === 'offline') return words.whenOnline;
  if (!heads.some((head) => head.id === id)) return words.afterEarlier;
  if (lastError === null) return words.soon;
  if (lastError.name === 'terms_not_accepted') return words.afterTerms;
  if (lastError.retryAt !== undefined && lastError.retryAt > now)
    return words.afterPauseUntil({ time: time(lastError.retryAt) });
  return words[waitReasons[lastError.kind] ?? 'byItself'];
}
