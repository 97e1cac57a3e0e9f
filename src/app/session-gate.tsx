import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { engine } from '../data/current.ts';
import type { SessionState } from '../data/session/session.ts';
import { SignInScreen } from '../features/identity/sign-in-screen.tsx';
import { forgetPlaces } from '../ui/scrolling/scroll-places.ts';
import { useObservable } from '../ui/use-observable.ts';

const SessionEndedDialog = lazy(async () => ({
  default: (await import('../features/identity/session-ended-dialog.tsx')).SessionEndedDialog,
}));

type SessionGateProps = {
  /** Somebody begins to sign in: the time to load what they are about to see. */
  onTyping?: () => void;
  children: ReactNode;
};

/** The catalog for who is signed in, the sign-in page for everybody else; an ended session asks over the page. */
export function SessionGate({ onTyping, children }: SessionGateProps) {
  const session = useObservable(engine().session.state);
  useStartAfterSignOut(session.phase);
  switch (session.phase) {
    case 'starting':
      return null;
    case 'signed-out':
      return (
        <div onInput={onTyping}>
          <SignInScreen />
        </div>
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

/** Who signs in after somebody signed out begins at the start, not where the other one was. */
function useStartAfterSignOut(phase: SessionState['phase']): void {
  const before = useRef(phase);
  useEffect(() => {
    if (phase === 'signed-out' && before.current !== 'starting' && before.current !== phase) {
      forgetPlaces();
      history.replaceState(null, '', '/');
    }
    before.current = phase;
  }, [phase]);
}
