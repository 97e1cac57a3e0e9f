import { type ReactNode, useId, useState } from 'react';
import type { CatalogApplication, CatalogVersion } from '../../../contract/catalog.ts';
import { getVersionNote } from '../../data/catalog/version-note.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Expandable } from '../../ui/controls/expandable.tsx';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { List } from '../../ui/lists/list.tsx';
import { catalogMessages } from './messages.ts';

/** What a person can do with an earlier version; null for nothing. */
export type VersionAction = (version: CatalogVersion) => ReactNode;

type VersionHistoryProps = { application: CatalogApplication; action: VersionAction };

/** Earlier versions that the person may see, newest first; folded, because few people need one. */
export function VersionHistory({ application, action }: VersionHistoryProps) {
  const words = useMessages(catalogMessages);
  const id = useId();
  const [open, setOpen] = useState(false);
  const earlier = application.versions.filter((version) => version.id !== application.version.id);
  if (earlier.length === 0) return null;
  return (
    <Section title={words.versions}>
      <Button variant="quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {open ? words.hideVersions : words.showVersions({ count: earlier.length })}
      </Button>
      <div id={id}>{open && <Earlier versions={earlier} action={action} />}</div>
    </Section>
  );
}

type EarlierProps = { versions: readonly CatalogVersion[]; action: VersionAction };

function Earlier({ versions, action }: EarlierProps) {
  const words = useMessages(catalogMessages);
  const format = useFormat();
  return (
    <Stack>
      <p className="quiet">{words.olderWarning}</p>
      <List label={words.versions}>
        {versions.map((version) => (
          <li key={version.id}>
            <Stack>
              <h3>
                {version.version_num}{' '}
                <span className="quiet small">{format.date(Date.parse(version.release_date))}</span>
              </h3>
              <VersionNote version={version} />
              {action(version)}
            </Stack>
          </li>
        ))}
      </List>
    </Stack>
  );
}

function VersionNote({ version }: { version: CatalogVersion }) {
  const common = useMessages(commonMessages);
  const note = getVersionNote(version);
  return note === null ? null : <Expandable labels={common.fold}>{note}</Expandable>;
}
