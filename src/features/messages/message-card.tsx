import { applicationPath } from '../../../contract/common/catalog-pages.ts';
import type { Message } from '../../../contract/messages.ts';
import { account } from '../../data/current.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { Cluster } from '../../ui/stack.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import './message-card.css';
import { messageMessages } from './messages.ts';

/** One message: who or what it is from, what it says, when it was sent. */
export function MessageCard({ sent, isNew, now }: { sent: Message; isNew: boolean; now: number }) {
  const words = useMessages(messageMessages);
  const { ago } = useFormat();
  const { kind, title, text, version, application, created } = sent;
  const isThere = useObservable(account().catalog.state).byId.has(application ?? '');
  return (
    <Card>
      <h2 className="message-title">
        {kind === 'review_reply' ? words.reply(title) : title}
        {isNew && <span className="message-new">{words.isNew}</span>}
      </h2>
      <p className="message-text">{version === null ? text : words.update(version)}</p>
      <p className="quiet small">{ago(Date.parse(created), now)}</p>
      {application !== null && isThere && (
        <Cluster>
          <ButtonLink size="pill" variant="quiet" href={applicationPath(application)}>
            {words.toApp}
          </ButtonLink>
        </Cluster>
      )}
    </Card>
  );
}
