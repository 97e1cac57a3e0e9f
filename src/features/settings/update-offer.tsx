import { useEffect } from 'react';
import { engine } from '../../data/current.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import { settingsMessages } from './messages.ts';

/** Offers a new version of the catalog in a toast; after dismissing it, people find it on the account page. */
export function UpdateOffer() {
  const words = useMessages(settingsMessages).version;
  const say = useToast();
  const { update } = engine();
  const state = useObservable(update.state);
  useEffect(() => {
    if (state !== 'available') return;
    say({ text: words.offer, action: { label: words.update, onPress: update.accept } });
  }, [state, say, words, update]);
  return null;
}
