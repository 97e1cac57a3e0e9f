import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { engine } from '../data/current.ts';
import { forgetPlaces } from '../ui/scroll-places.ts';
import { useObservable } from '../ui/use-observable.ts';

const SignInScreen = lazy(async () => ({
  default: (await import('../features/identity/sign-in-screen.tsx')).SignInScreen,
}));

const SessionEndedDialog = lazy(async () => ({
  default: (await import('../features/identity/session-ended-dialog.tsx')).SessionEndedDialog,
}));

/** The catalog for who is signed in, the sign-in page for everybody else; an ended session asks over the page. */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useObservable(engine().session.state);
  const signedOut = session.phase === 'signed-out';
  useEffect(() => {
    if (signedOut) forgetPlaces();
  }, [signedOut]);
  switch (session.phase) {
    case 'starting':
      return null;
    case 'signed-out':
      return (
        <Suspense fallback={null}>
          <SignInScreen />
        </Suspense>
      );
    case 'signed-in':
    case 'ended':
      return (
        // Another account is another tree: nothing of the one before is left in it.
        <div key={session.account.name}>
          {children}
          <Suspense fallback={null}>{session.phase === 'ended' && <SessionEndedDialog />}</Suspense>
        </div>
      );
  }
}
