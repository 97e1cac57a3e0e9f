import { type ReactNode, useState } from 'react';
import type { OutboxRow } from '../../data/records/outbox-row.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { ChangeCard } from './change-card.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { EarlierChanges } from './earlier-changes.tsx';
import { changesMessages } from './messages.ts';
import { useChanges } from './use-changes.ts';

type ChangesContentProps = {
  /** The sheet in which a review of this application is changed. */
  reviewSheet: (application: string, onClose: () => void) => ReactNode;
};

/** Each change that the service does not have yet: what, since when, why, and what can be done. */
export function ChangesContent({ reviewSheet }: ChangesContentProps) {
  const words = useMessages(changesMessages);
  const { refused, waiting } = useChanges();
  const [changing, setChanging] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<string | null>(null);
  const listOf = (title: string, rows: readonly OutboxRow[]) =>
    rows.length > 0 && (
      <Section title={title}>
        <Stack>
          {rows.map((row) => (
            <ChangeCard key={row.id} row={row} onChange={setChanging} onDiscard={() => setLeaving(row.id)} />
          ))}
        </Stack>
      </Section>
    );
  return (
    <>
      <EarlierChanges />
      {refused.length + waiting.length === 0 && (
        <EmptyState icon="check" title={words.none}>
          {words.noneWhy}
        </EmptyState>
      )}
      {listOf(words.refused, refused)}
      {listOf(words.waiting, waiting)}
      {changing !== null && reviewSheet(changing, () => setChanging(null))}
      {leaving !== null && <DiscardDialog id={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}
