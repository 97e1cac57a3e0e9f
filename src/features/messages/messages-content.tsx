import { useEffect, useState } from 'react';
import { useAccount } from '../../engine-context.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { FailedNote } from '../errors/failed-note.tsx';
import { MessageCard } from './message-card.tsx';
import { messageMessages } from './messages.ts';
import { readWrite } from './pending-write.ts';
import { listUnread, useMessagesList } from './use-messages.ts';

/** Notifications to the person, newest first. What is shown here counts as read, even without a network. */
export function MessagesContent() {
  const words = useMessages(messageMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const now = useNow();
  const { messages, savedAt, loading, error, refresh } = useMessagesList();
  const fresh = useReading(listUnread(messages));
  if (messages === undefined && loading) {
    return (
      <Skeleton label={common.loading}>
        <SkeletonText lines={6} />
      </Skeleton>
    );
  }
  return (
    <Stack>
      {error && savedAt !== null && (
        <StatusLine>{words.saved({ when: format.ago(savedAt, now) })}</StatusLine>
      )}
      {messages?.map((message) => (
        <MessageCard key={message.id} sent={message} isNew={fresh.has(message.id)} now={now} />
      ))}
      {messages?.length === 0 && (
        <EmptyState icon="bell" title={words.none}>
          {words.noneWhy}
        </EmptyState>
      )}
      {messages === undefined && <FailedNote onRetry={refresh}>{words.failed}</FailedNote>}
    </Stack>
  );
}

/** Notes that these messages were read. Returns all that were new since the screen was opened, which stay marked. */
function useReading(unread: readonly string[]): ReadonlySet<string> {
  const { outbox } = useAccount();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const added = unread.filter((id) => !fresh.has(id));
  if (added.length > 0) setFresh(new Set([...fresh, ...added]));
  const ids = unread.join(' ');
  useEffect(() => {
    if (ids !== '') void outbox.enqueue(readWrite, { messages: ids.split(' ') });
  }, [outbox, ids]);
  return fresh;
}
