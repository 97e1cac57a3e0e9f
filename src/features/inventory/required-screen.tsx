import type { ReactNode } from 'react';
import type { MandatoryEntry } from '../../../contract/catalog.ts';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { parseDeadline } from '../../data/catalog/deadline.ts';
import { getVersionNote } from '../../data/catalog/version-note.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Meter } from '../../ui/feedback/meter.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster } from '../../ui/layout/stack.tsx';
import { List } from '../../ui/lists/list.tsx';
import { inventoryMessages } from './messages.ts';
import './required-screen.css';

type RequiredContentProps = {
  due: readonly MandatoryEntry[];
  done: readonly MandatoryEntry[];
  /** Draws the icon of an application that is due. */
  icon: (entry: MandatoryEntry) => ReactNode;
  /** The buttons of an application that is due: installing it, and help. */
  actions: (entry: MandatoryEntry) => ReactNode;
  /** Draws an application that is installed. */
  row: (entry: MandatoryEntry, line: string) => ReactNode;
  /** Installs them all. */
  all: ReactNode;
  /** How the person gets help. */
  support: ReactNode;
  /** Continues without them; null where this device can install them. */
  onPass: (() => void) | null;
};

/** Shown in place of the catalog while an application is missing that has to be installed by now. */
export function RequiredContent({
  due,
  done,
  icon,
  actions,
  row,
  all,
  support,
  onPass,
}: RequiredContentProps) {
  const words = useMessages(inventoryMessages);
  const total = due.length + done.length;
  return (
    <div className="required">
      <header>
        <h1>{words.requiredTitle({ count: due.length })}</h1>
        <p className="quiet">{words.requiredWhy({ count: due.length })}</p>
      </header>
      {done.length > 0 && total > 1 && (
        <Meter
          kind="progress"
          label={words.progressLabel}
          value={done.length}
          max={total}
          text={words.progress({ done: done.length, total })}
          hideLabel
        />
      )}
      {all}
      <ul className="required-cards" aria-label={words.required}>
        {due.map((entry) => (
          <li key={entry.id}>
            <DueCard entry={entry} icon={icon(entry)} actions={actions(entry)} />
          </li>
        ))}
      </ul>
      {done.length > 0 && (
        <Card tight>
          <List label={words.progressLabel}>
            {done.map((entry) => (
              <li key={entry.id}>{row(entry, words.ready)}</li>
            ))}
          </List>
        </Card>
      )}
      {onPass && (
        <Note
          action={
            <Button variant="plain" onClick={onPass}>
              {words.goOn}
            </Button>
          }
        >
          {words.notHere}
        </Note>
      )}
      <Cluster>
        {support}
        <ButtonLink variant="quiet" href={catalogPages.account}>
          {words.account}
        </ButtonLink>
      </Cluster>
    </div>
  );
}

type DueCardProps = { entry: MandatoryEntry; icon: ReactNode; actions: ReactNode };

function DueCard({ entry, icon, actions }: DueCardProps) {
  const words = useMessages(inventoryMessages);
  const format = useFormat();
  const { app_name: name, version_num: number, short_description: about } = entry.version;
  const { size: bytes } = entry.version.install_file;
  const deadline = parseDeadline(entry);
  const facts = [
    deadline === null ? words.now : words.since({ date: format.dateTime(deadline) }),
    bytes > 0 ? format.bytes(bytes) : null,
  ];
  const why = getVersionNote(entry.version)?.split('\n')[0] ?? about;
  return (
    <Card>
      <div className="required-app">
        {icon}
        <div className="required-words">
          <h2>{words.versioned({ app: name, version: number })}</h2>
          {why !== '' && <p>{why}</p>}
          <p className="quiet">{facts.filter((fact) => fact !== null).join(' · ')}</p>
        </div>
        <div className="required-actions">{actions}</div>
      </div>
    </Card>
  );
}
