import { useState } from 'react';
import { useEngine } from '../../../engine-context.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Sheet } from '../../../ui/feedback/dialog.tsx';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { commonMessages } from '../../../ui/i18n/messages.ts';
import { identityMessages } from '../messages.ts';
import { useAttempt } from '../use-attempt.ts';
import { useUnsent } from '../use-unsent.ts';
import { SignOutWarning } from './sign-out-warning.tsx';

/** Signs out, after saying what that removes. */
export function SignOutButton() {
  const words = useMessages(identityMessages).signOut;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="logout" variant="plain" full onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      {open && <SignOutSheet onClose={() => setOpen(false)} />}
    </>
  );
}

function SignOutSheet({ onClose }: { onClose: () => void }) {
  const { session } = useEngine();
  const words = useMessages(identityMessages).signOut;
  const common = useMessages(commonMessages);
  const unsent = useUnsent();
  const attempt = useAttempt();
  const signOut = () => attempt.run(() => session.signOut());
  const actions = (
    <>
      <Button variant="danger" busy={attempt.busy} onClick={() => void signOut()}>
        {unsent > 0 ? words.confirmLosing : words.confirm}
      </Button>
      <Button variant="plain" onClick={onClose}>
        {words.stay}
      </Button>
    </>
  );
  return (
    <Sheet open title={words.title} onClose={onClose} closeLabel={common.close} actions={actions}>
      <SignOutWarning unsent={unsent} failed={attempt.error !== null} />
    </Sheet>
  );
}
