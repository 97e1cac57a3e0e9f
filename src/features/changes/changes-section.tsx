import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { SettingRow } from '../../ui/lists/setting-row.tsx';
import { EarlierChanges } from './earlier-changes.tsx';
import { changesMessages } from './messages.ts';
import { useChanges } from './use-changes.ts';

/** The way from the account page to waiting and refused changes, with the numbers of both. */
export function ChangesSection() {
  const words = useMessages(changesMessages);
  const { refused, waiting } = useChanges();
  const lines = [
    ...(refused.length > 0 ? [words.refusedLine({ count: refused.length })] : []),
    ...(waiting.length > 0 ? [words.waitingLine({ count: waiting.length })] : []),
  ];
  return (
    <Section title={words.title}>
      <EarlierChanges />
      <Card tight>
        <SettingRow
          icon="clock"
          label={lines.length === 0 ? words.allSent : lines.join(' ')}
          href={catalogPages.changes}
        />
      </Card>
    </Section>
  );
}
