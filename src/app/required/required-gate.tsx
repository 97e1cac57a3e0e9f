import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { useGate } from '../../features/inventory/gate-state.ts';
import { useOnRelease } from '../../ui/hooks/use-on-release.ts';
import { focusWhenDrawn } from '../navigation/focus-when-drawn.ts';
import { WaitingPage } from '../pages/waiting-page.tsx';
import { Shell } from '../shell.tsx';
import { useRequired } from './use-required.ts';

const RequiredPage = lazy(async () => ({
  default: (await import('../pages/required-page.tsx')).RequiredPage,
}));

/**
 * Pages that stay reachable while a mandatory application is due or terms are not accepted: for signing out, and
 * for deciding about refused changes.
 */
export const alwaysAllowedPages: readonly string[] = [catalogPages.account, catalogPages.changes];

/** Keeps the catalog closed while a mandatory application is due; document 1, POST /v1/groups/. */
export function RequiredGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { isKnown, due } = useRequired();
  const { passed } = useGate();
  const isOpen = passed || alwaysAllowedPages.includes(pathname) || (isKnown && due.length === 0);
  // A tap that begins on one of them must not end on another.
  const shown = useOnRelease(isOpen ? 'page' : isKnown ? 'required' : 'waiting');
  useFocusAfterChange(shown);
  if (shown !== 'required') return <Shell>{shown === 'page' ? children : <WaitingPage />}</Shell>;
  return (
    <Suspense fallback={null}>
      <RequiredPage />
    </Suspense>
  );
}

/** Moves the focus to the heading when the gate opens or closes over the page. */
function useFocusAfterChange(shown: 'page' | 'required' | 'waiting'): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return undefined;
    const wasWaiting = before.current === 'waiting';
    before.current = shown;
    return wasWaiting ? undefined : focusWhenDrawn();
  }, [shown]);
}
