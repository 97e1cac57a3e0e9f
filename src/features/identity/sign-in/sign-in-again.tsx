import { useAccount, useEngine } from '../../../engine-context.tsx';
import { StatusLine } from '../../../ui/feedback/status-line.tsx';
import { useObservable } from '../../../ui/hooks/use-observable.ts';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { identityMessages } from '../messages.ts';
import { useUnsent } from '../use-unsent.ts';
import { KnownSignIn } from './known-sign-in.tsx';
import { localRecordsMessages } from './local-records-messages.ts';

/** Asks for the password of the person whose session has ended; everything else of the account stays as it is. */
export function SignInAgain() {
  const account = useAccount();
  const engine = useEngine();
  const words = useMessages(identityMessages);
  return (
    <KnownSignIn
      userId={account.user.user_id}
      why={<Reason />}
      action={words.signIn}
      signIn={(password, stored) => engine.session.signInAgain(password, stored)}
    />
  );
}

/** Why the session ended, and what to do. */
function Reason() {
  const words = useMessages(identityMessages).ended;
  const { reasons } = useMessages(localRecordsMessages);
  const session = useObservable(useEngine().session.state);
  const unsent = useUnsent();
  const reason = session.phase === 'ended' ? session.reason : null;
  return (
    <>
      <p>{(reason && reasons[reason]) ?? words.unknown}</p>
      {unsent > 0 && <StatusLine icon="clock">{words.waiting({ count: unsent })}</StatusLine>}
    </>
  );
}
