import { useState } from 'react';
import {
  endOtherSessions,
  endOwnSession,
  listSessions,
  type Session,
} from '../../../../contract/sessions.ts';
import { account } from '../../../data/current.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { List } from '../../../ui/list.tsx';
import { Note } from '../../../ui/note.tsx';
import { Section } from '../../../ui/section.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useAttempt } from '../use-attempt.ts';
import { SessionRow } from './session-row.tsx';
import { sessionsMessages } from './sessions-messages.ts';

/** Sessions that are shown; a person who has more can end all others at once. */
const shown = '0,50';

/** Where the person is signed in. The list is fetched when they want to see it, and never kept on the device. */
export function SessionsSection() {
  const words = useMessages(sessionsMessages);
  const { sessions, more, loading, ending, show, end, endOthers } = useSessions();
  return (
    <Section title={words.title}>
      <Card>
        {sessions === null && <p className="quiet small">{words.help}</p>}
        {sessions !== null && (
          <List label={words.title}>
            {sessions.rows.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                now={sessions.at}
                busy={ending.busy}
                onEnd={() => end(session)}
              />
            ))}
          </List>
        )}
        {more > 0 && <p className="quiet small">{words.more(more)}</p>}
        {loading.error !== null && <Note tone="error">{words.failed}</Note>}
        {sessions === null && (
          <Button busy={loading.busy} onClick={show}>
            {words.show}
          </Button>
        )}
        {sessions !== null && sessions.rows.length > 1 && (
          <Button variant="danger" busy={ending.busy} onClick={endOthers}>
            {words.endOthers}
          </Button>
        )}
      </Card>
    </Section>
  );
}

function useSessions() {
  const words = useMessages(sessionsMessages);
  const say = useToast();
  const [loading, ending] = [useAttempt(), useAttempt()];
  const [sessions, setSessions] = useState<{ rows: readonly Session[]; total: number; at: number } | null>(
    null,
  );
  const load = async () => {
    const { sessions: rows, total_available: total } = await account().client.call(listSessions, {
      query: { page: shown },
    });
    setSessions({ rows, total, at: Date.now() });
  };
  const finish = (work: () => Promise<{ ended: number }>) =>
    void ending.run(async () => {
      const ended = await work().then(
        (answer) => answer.ended,
        () => null,
      );
      if (ended === null) return say({ text: words.notEnded, tone: 'error' });
      // A list that can't be fetched now is fetched at the next opening.
      await load().catch(() => setSessions(null));
      say({ text: words.ended(ended), tone: 'success' });
    });
  return {
    sessions,
    more: sessions === null ? 0 : sessions.total - sessions.rows.length,
    loading,
    ending,
    show: () => void loading.run(load),
    end: ({ id }: Session) => finish(() => account().client.call(endOwnSession, { params: { session: id } })),
    endOthers: () => finish(() => account().client.call(endOtherSessions)),
  };
}
