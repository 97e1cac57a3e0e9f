import { useState } from 'react';
import { useEngine } from '../../../engine-context.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/feedback/dialog.tsx';
import { useObservable } from '../../../ui/hooks/use-observable.ts';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { identityMessages } from '../messages.ts';
import { SignInAgain } from '../sign-in/sign-in-again.tsx';
import { useAttempt } from '../use-attempt.ts';
import { useUnsent } from '../use-unsent.ts';
import { SignOutWarning } from './sign-out-warning.tsx';

/** Asks for the password again, over the current page, when the session has ended. */
export function SessionEndedDialog() {
  const engine = useEngine();
  const session = useObservable(engine.session.state);
  const connectivity = useObservable(engine.connectivity.state);
  const [later, setLater] = useState(false);
  if (session.phase !== 'ended') return null;
  // Without a network, the stored records can still be read; the dialog comes back with the network.
  const online = connectivity === 'online';
  if (later && !online) return null;
  return <EndedDialog onPostpone={online ? undefined : () => setLater(true)} />;
}

function EndedDialog({ onPostpone }: { onPostpone: (() => void) | undefined }) {
  const words = useMessages(identityMessages);
  const [leaving, setLeaving] = useState(false);
  if (leaving) return <SwitchUserInstead onBack={() => setLeaving(false)} />;
  return (
    <Dialog open title={words.ended.title}>
      <SignInAgain />
      <Button variant="quiet" full onClick={() => setLeaving(true)}>
        {words.ended.signOut}
      </Button>
      {onPostpone && (
        <Button variant="quiet" full onClick={onPostpone}>
          {words.ended.later}
        </Button>
      )}
    </Dialog>
  );
}

function SwitchUserInstead({ onBack }: { onBack: () => void }) {
  const { session } = useEngine();
  const words = useMessages(identityMessages);
  const unsent = useUnsent();
  const attempt = useAttempt();
  const signOut = () => attempt.run(() => session.signOut());
  const actions = (
    <>
      <Button variant="danger" busy={attempt.busy} onClick={() => void signOut()}>
        {unsent > 0 ? words.signOut.confirmLosing : words.signOut.confirm}
      </Button>
      <Button variant="plain" onClick={onBack}>
        {words.newPassword.back}
      </Button>
    </>
  );
  return (
    <Dialog open title={words.signOut.title} actions={actions}>
      <SignOutWarning unsent={unsent} failed={attempt.error !== null} />
    </Dialog>
  );
}
