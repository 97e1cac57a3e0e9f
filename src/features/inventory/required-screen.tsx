import type { ReactNode } from 'react';
import type { MandatoryEntry } from '../../../contract/catalog.ts';
import { deadlineOf } from '../../data/catalog/deadline.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { List } from '../../ui/list.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Note } from '../../ui/note.tsx';
import { inventoryMessages } from './messages.ts';

type RequiredContentProps = {
  missing: readonly MandatoryEntry[];
  done: readonly MandatoryEntry[];
  /** Draws one of the applications with its line and its button. */
  row: (entry: MandatoryEntry, line: ReactNode) => ReactNode;
  /** Installs them all. */
  all: ReactNode;
  /** Continues without them; null where this device can install them. */
  onPass: (() => void) | null;
};

/** Shown in place of the catalog while a mandatory application is missing. */
export function RequiredContent({ missing, done, row, all, onPass }: RequiredContentProps) {
  const words = useMessages(inventoryMessages);
  const total = missing.length + done.length;
  return (
    <>
      <header>
        <h1>{words.requiredTitle(missing.length)}</h1>
        <p className="quiet">{words.requiredWhy}</p>
      </header>
      <Meter
        kind="progress"
        label={words.progressLabel}
        value={done.length}
        max={total}
        text={words.progress(done.length, total)}
        hideLabel
      />
      <Card tight>
        <List label={words.required}>
          {[...missing, ...done].map((entry) => (
            <li key={entry.id}>{row(entry, <RequiredLine entry={entry} here={done.includes(entry)} />)}</li>
          ))}
        </List>
      </Card>
      {all}
      {onPass && (
        <Note
          action={
            <Button size="pill" variant="plain" onClick={onPass}>
              {words.goOn}
            </Button>
          }
        >
          {words.notHere}
        </Note>
      )}
    </>
  );
}

function RequiredLine({ entry, here }: { entry: MandatoryEntry; here: boolean }) {
  const words = useMessages(inventoryMessages);
  const format = useFormat();
  const { size: bytes } = entry.version.install_file;
  const size = bytes > 0 ? format.bytes(bytes) : null;
  const deadline = deadlineOf(entry);
  const parts = here
    ? [words.version(entry.version.version_num), words.ready]
    : [size, deadline === null ? words.now : words.by(format.date(deadline))];
  return parts.filter((part) => part !== null).join(' · ');
}
