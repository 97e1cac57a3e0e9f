import { getApplicationPath } from '../../../contract/common/catalog-pages.ts';
import type { Message } from '../../../contract/messages.ts';
import type { SyncEntry } from '../../../contract/sync.ts';
import { parseDeadline } from '../../data/catalog/deadline.ts';
import { useAccount } from '../../engine-context.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster } from '../../ui/layout/stack.tsx';
import { LinkedText } from './linked-text.tsx';
import './message-card.css';
import { messageMessages } from './messages.ts';

/** One message: who or what it is from, what it says, when it was sent. */
export function MessageCard({ sent, isNew, now }: { sent: Message; isNew: boolean; now: number }) {
  const account = useAccount();
  const words = useMessages(messageMessages);
  const { ago } = useFormat();
  const { kind, title, application, created } = sent;
  const entry = useObservable(account.catalog.state).byId.get(application ?? '');
  const text = useMessageText(sent, entry);
  const { organization } = account;
  const sender =
    kind === 'group_message' ? words.to({ group: title }) : words.from({ organization: organization.name });
  return (
    <Card>
      <h2 className="message-title">
        {words.headings[kind]({ name: kind === 'group_message' ? organization.name : title })}
        {isNew && <span className="message-new">{words.isNew}</span>}
      </h2>
      <p className="message-text">
        <LinkedText>{text}</LinkedText>
      </p>
      <p className="quiet small">{[sender, ago(Date.parse(created), now)].join(' · ')}</p>
      {application !== null && entry !== undefined && (
        <Cluster>
          <ButtonLink size="pill" variant="quiet" href={getApplicationPath(application)}>
            {words.toApp}
          </ButtonLink>
        </Cluster>
      )}
    </Card>
  );
}

/** What a message says in the person's language: a notice of a deadline says the date that holds now. */
function useMessageText({ kind, version, text }: Message, entry: SyncEntry | undefined): string {
  const words = useMessages(messageMessages);
  const { dateTime } = useFormat();
  if (kind === 'update_notice' && version !== null) return words.update({ version });
  if (kind !== 'deadline_notice' || entry === undefined) return text;
  const deadline = parseDeadline(entry);
  return deadline === null ? words.requiredNow : words.requiredBy({ date: dateTime(deadline) });
}
