import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { IconLink } from '../../ui/controls/icon-button.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { messageMessages } from './messages.ts';
import { listUnread, useMessagesList } from './use-messages.ts';

/** The way to the messages, with the number of those that are new. */
export function MessagesLink() {
  const words = useMessages(messageMessages);
  const unread = listUnread(useMessagesList().messages).length;
  return (
    <IconLink
      icon="bell"
      label={unread === 0 ? words.title : `${words.title}, ${words.unread({ count: unread })}`}
      href={catalogPages.messages}
      data-badge={unread === 0 ? undefined : unread}
    />
  );
}
