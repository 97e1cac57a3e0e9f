import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { SettingRow } from '../../ui/lists/setting-row.tsx';
import { messageMessages } from './messages.ts';
import { listUnread, useMessagesList } from './use-messages.ts';

/** The link from the account page to the messages. */
export function MessagesSection() {
  const words = useMessages(messageMessages);
  const unread = listUnread(useMessagesList().messages).length;
  return (
    <Section title={words.title}>
      <Card tight>
        <SettingRow
          icon="bell"
          label={unread === 0 ? words.allRead : words.unread({ count: unread })}
          href={catalogPages.messages}
        />
      </Card>
    </Section>
  );
}
