import type { Session } from '../../../../contract/sessions.ts';
import { Button } from '../../../ui/button.tsx';
import { useFormat, useMessages } from '../../../ui/i18n/context.tsx';
import { SettingRow } from '../../../ui/setting-row.tsx';
import { type SessionsWords, sessionsMessages } from './sessions-messages.ts';

/** What a person knows a session by. */
function nameOf(session: Session, words: SessionsWords): string {
  if (session.name !== null) return session.name;
  if (session.kind === 'api') return `${words.token} ••••${session.last_four}`;
  return session.device === null ? words.browser : (session.device.name ?? words.device);
}

type SessionRowProps = { session: Session; now: number; busy: boolean; onEnd: () => void };

/** One session or API token: what and where it is, when it was used, and a button that ends it. */
export function SessionRow({ session, now, busy, onEnd }: SessionRowProps) {
  const words = useMessages(sessionsMessages);
  const { ago, date } = useFormat();
  const name = nameOf(session, words);
  const facts = [
    session.current && words.current,
    session.last_used === null
      ? words.begun(date(Date.parse(session.created)))
      : words.used(ago(Date.parse(session.last_used), now)),
    session.address !== null && words.from(session.address),
  ].filter(Boolean);
  const end = (
    <Button size="pill" busy={busy} aria-label={words.endNamed(name)} onClick={onEnd}>
      {words.end}
    </Button>
  );
  return (
    <li aria-current={session.current || undefined}>
      <SettingRow label={name} value={facts.join(' · ')} trailing={session.current ? undefined : end} />
    </li>
  );
}
