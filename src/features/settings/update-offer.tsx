import { useEffect } from 'react';
import { useEngine } from '../../engine-context.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { settingsMessages } from './messages.ts';
import { acknowledge, isAcknowledged } from './rollback-notice.ts';

/**
 * Offers a new version of the catalog in a toast, and says when one was taken back; after dismissing it, people find both on the
 * account page.
 */
export function UpdateOffer() {
  const words = useMessages(settingsMessages).version;
  const say = useToast();
  const { update } = useEngine();
  const state = useObservable(update.state);
  useEffect(() => {
    if (state === 'available')
      say({ text: words.offer, action: { label: words.update, onPress: update.accept } });
    if (state === 'taken-back' && !isAcknowledged())
      say({ text: words.takenBack, action: { label: words.understood, onPress: acknowledge } });
  }, [state, say, words, update]);
  return null;
}
