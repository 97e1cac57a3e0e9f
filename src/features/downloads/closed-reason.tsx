import type { CatalogEntry } from '../../../contract/catalog.ts';
import { isOffered, listOfferChanges } from '../../data/catalog/offer-dates.ts';
import { Note } from '../../ui/feedback/note.tsx';
import { useNowUntil } from '../../ui/hooks/use-now-until.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { closedMessages } from './closed-messages.ts';

type ClosedProps = { entry: CatalogEntry };

/** Why an application can't be installed now, by the dates of its access policy; nothing while it can. */
export function ClosedReason({ entry }: ClosedProps) {
  const words = useMessages(closedMessages);
  const format = useFormat();
  const now = useNowUntil(listOfferChanges(entry));
  if (isOffered(entry, now)) return null;
  const { offered_from: from, offered_until: until } = entry;
  if (from !== undefined && now < Date.parse(from))
    return words.opens({ when: format.dateTime(Date.parse(from)) });
  return until === undefined ? null : words.closed({ when: format.dateTime(Date.parse(until)) });
}

/** The same reason, as a note on the application's page. */
export function ClosedNote({ entry }: ClosedProps) {
  const now = useNowUntil(listOfferChanges(entry));
  if (isOffered(entry, now)) return null;
  return (
    <Note live>
      <ClosedReason entry={entry} />
    </Note>
  );
}
