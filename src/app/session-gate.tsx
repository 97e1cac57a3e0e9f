import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { SessionState } from '../data/account/session-state.ts';
import { useEngine } from '../engine-context.tsx';
import { SignInScreen } from '../features/identity/sign-in/sign-in-screen.tsx';
import { useObservable } from '../ui/hooks/use-observable.ts';
import { clearPositions } from '../ui/scrolling/scroll-memory.ts';
import { focusWhenDrawn } from './navigation/focus-when-drawn.ts';

const SessionEndedDialog = lazy(async () => ({
  default: (await import('../features/identity/sessions/session-ended-dialog.tsx')).SessionEndedDialog,
}));

const LockedScreen = lazy(async () => ({
  default: (await import('../features/identity/sign-in/locked-screen.tsx')).LockedScreen,
}));

type SessionGateProps = {
  /** Called when somebody begins to type: a good time to load what they will see next. */
  onTyping?: () => void;
  children: ReactNode;
};

/** Shows the catalog to a person who is signed in, and the sign-in page otherwise; a dialog over the page when the session ended. */
export function SessionGate({ onTyping, children }: SessionGateProps) {
  const session = useObservable(useEngine().session.state);
  useStartAfterSignOut(session.phase);
  useFocusAfterSignIn(session.phase);
  useBareIcon(session.phase);
  switch (session.phase) {
    case 'starting':
      return null;
    case 'signed-out':
      return (
        <div onInput={onTyping}>
          <SignInScreen />
        </div>
      );
    case 'locked':
      return (
        <Suspense fallback={null}>
          <LockedScreen />
        </Suspense>
      );
    case 'signed-in':
    case 'ended':
      return (
        // Another account gets a new tree, so that no state of the one before is left in it.
        <div key={session.account.name}>
          {children}
          <Suspense fallback={null}>{session.phase === 'ended' && <SessionEndedDialog />}</Suspense>
        </div>
      );
  }
}

/**
 * Removes the number of updates from the catalog's icon when nobody is signed in, because it was that of the person
 * before.
 */
function useBareIcon(phase: SessionState['phase']): void {
  useEffect(() => {
    if (phase === 'signed-out') void navigator.clearAppBadge?.().catch(() => undefined);
  }, [phase]);
}

/** Moves the focus to the heading when somebody has signed in or out, since what had it is gone. */
function useFocusAfterSignIn(phase: SessionState['phase']): void {
  const isOpen = phase === 'signed-in' || phase === 'ended';
  const before = useRef(phase === 'starting' ? null : isOpen);
  useEffect(() => {
    const was = before.current;
    before.current = phase === 'starting' ? null : isOpen;
    return was === null || was === isOpen ? undefined : focusWhenDrawn();
  }, [phase, isOpen]);
}

/** Goes to the home page at sign-out, so that the next person does not begin where the last one was. */
function useStartAfterSignOut(phase: SessionState['phase']): void {
  const before = useRef(phase);
  useEffect(() => {
    if (phase === 'signed-out' && before.current !== 'starting' && before.current !== phase) {
      clearPositions();
      history.replaceState(null, '', '/');
    }
    before.current = phase;
  }, [phase]);
}
