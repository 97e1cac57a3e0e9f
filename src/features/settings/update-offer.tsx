import { useEffect } from 'react';
import { engine } from '../../data/current.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import { settingsMessages } from './messages.ts';
import { isTold, noteTold } from './taken-back-told.ts';

/**
 * Offers a new version of the catalog in a toast, and says when one was taken back; after dismissing it, people find both on the
 * account page.
 */
export function UpdateOffer() {
  const words = useMessages(settingsMessages).version;
  const say = useToast();
  const { update } = engine();
  const state = useObservable(update.state);
  useEffect(() => {
    if (state === 'available')
      say({ text: words.offer, action: { label: words.update, onPress: update.accept } });
    if (state === 'taken-back' && !isTold())
      say({ text: words.takenBack, action: { label: words.understood, onPress: noteTold } });
  }, [state, say, words, update]);
  return null;
}
