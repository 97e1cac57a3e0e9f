import type { ReactNode } from 'react';
import type { MandatoryEntry } from '../../../contract/catalog.ts';
import { parseDeadline } from '../../data/catalog/deadline.ts';
import { useAccount } from '../../engine-context.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { List } from '../../ui/lists/list.tsx';
import { inventoryMessages } from './messages.ts';
import './upcoming-required.css';

/** As many applications as the card names; the others follow when these are installed. */
const maxRows = 3;

type UpcomingRequiredProps = {
  /** The nearest deadline first. */
  entries: readonly MandatoryEntry[];
  /** Draws an application with its line and its button. */
  row: (entry: MandatoryEntry, line: string) => ReactNode;
};

/** The card of applications that will close the catalog unless they are installed by their deadline. */
export function UpcomingRequired({ entries, row }: UpcomingRequiredProps) {
  const words = useMessages(inventoryMessages);
  const deadlineText = useDeadlineText();
  if (entries.length === 0) return null;
  const shown = entries.slice(0, maxRows);
  const more = entries.length - shown.length;
  return (
    <section className="required-soon" aria-label={words.soonTitle({ count: entries.length })}>
      <h2>{words.soonTitle({ count: entries.length })}</h2>
      <List label={words.required}>
        {shown.map((entry) => (
          <li key={entry.id}>{row(entry, deadlineText(entry))}</li>
        ))}
      </List>
      {more > 0 && <p className="small">{words.soonMore({ count: more })}</p>}
    </section>
  );
}

/** The same on the application's own page, which has its button already. */
export function UpcomingRequiredNote({ entry }: { entry: MandatoryEntry }) {
  const words = useMessages(inventoryMessages);
  const deadlineText = useDeadlineText();
  return (
    <Note tone="warn" title={`${deadlineText(entry)}.`}>
      {words.soonWhy}
    </Note>
  );
}

/** "Required by 12 Dec 2026, 18:00 · in 3 days", by the service's clock. */
function useDeadlineText(): (entry: MandatoryEntry) => string {
  const words = useMessages(inventoryMessages);
  const format = useFormat();
  const now = useNow() + useObservable(useAccount().client.clock.offset);
  return (entry) => {
    const deadline = parseDeadline(entry);
    if (deadline === null || deadline <= now) return words.now;
    return `${words.by({ date: format.dateTime(deadline) })} · ${format.relative(deadline, now)}`;
  };
}
