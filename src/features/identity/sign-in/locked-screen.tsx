import { useState } from 'react';
import { useEngine } from '../../../engine-context.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { StatusLine } from '../../../ui/feedback/status-line.tsx';
import { useObservable } from '../../../ui/hooks/use-observable.ts';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { Brand } from '../../../ui/layout/brand.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { SupportLine } from '../support-line.tsx';
import { SwitchUser } from '../switch-user.tsx';
import { KnownSignIn } from './known-sign-in.tsx';
import { localRecordsMessages } from './local-records-messages.ts';
import './sign-in.css';

/** The screen of an account that is locked: whose it is, and the password that opens it. */
export function LockedScreen() {
  const session = useObservable(useEngine().session.state);
  const [leaving, setLeaving] = useState(false);
  if (session.phase !== 'locked') return null;
  const { person } = session.vault;
  return (
    <main>
      <Page width="narrow" centred>
        <Brand name={person.organization} />
        <Card>
          {leaving ? (
            <SwitchUser
              why={{ kind: 'other' }}
              onFree={() => setLeaving(false)}
              onCancel={() => setLeaving(false)}
            />
          ) : (
            <Locked onOther={() => setLeaving(true)} />
          )}
        </Card>
        <SupportLine />
      </Page>
    </main>
  );
}

function Locked({ onOther }: { onOther: () => void }) {
  const engine = useEngine();
  const words = useMessages(localRecordsMessages).locked;
  const session = useObservable(engine.session.state);
  if (session.phase !== 'locked') return null;
  const { person, waiting } = session.vault;
  const why = (
    <>
      <p>{words.why}</p>
      {waiting > 0 && <StatusLine icon="clock">{words.waiting({ count: waiting })}</StatusLine>}
    </>
  );
  return (
    <Stack>
      <h1>{words.title({ name: person.name })}</h1>
      <KnownSignIn
        userId={person.userId}
        why={why}
        action={words.open}
        signIn={(password, stored) => engine.session.unlock(password, stored)}
      />
      <Button variant="quiet" full onClick={onOther}>
        {words.other({ name: person.name })}
      </Button>
    </Stack>
  );
}
