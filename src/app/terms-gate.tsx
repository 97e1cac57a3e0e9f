import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type MyTerms, readMyTerms } from '../../contract/terms.ts';
import { account } from '../data/current.ts';
import { type ClientError, reasonOf } from '../data/http/errors.ts';
import type { Resource } from '../data/http/resource.ts';
import { closingTerms } from '../data/terms/standing.ts';
import { useObservable } from '../ui/use-observable.ts';
import { focusWhenDrawn } from './navigation/focus-when-drawn.ts';
import { alwaysOpen } from './required/required-gate.tsx';

const TermsPage = lazy(async () => ({
  default: (await import('./pages/terms-page.tsx')).TermsPage,
}));

/** Keeps the catalog closed until the person has accepted the terms of their organization, even without a network. */
export function TermsGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [resource] = useState(() => account().resource(readMyTerms));
  const terms = closingTerms(useObservable(resource.state), useObservable(account().outbox.rows));
  useEffect(() => followRefusals(resource), [resource]);
  const isOpen = terms === null || alwaysOpen.includes(pathname);
  useFocusAfterChange(isOpen);
  if (terms === null || isOpen) return children;
  return (
    <Suspense fallback={null}>
      <TermsPage terms={terms} />
    </Suspense>
  );
}

/** Moves the focus to the heading when the terms open or close the catalog: what had it is gone. */
function useFocusAfterChange(isOpen: boolean): void {
  const before = useRef(isOpen);
  useEffect(() => {
    if (before.current === isOpen) return undefined;
    before.current = isOpen;
    return focusWhenDrawn();
  }, [isOpen]);
}

/**
 * Requests the terms again whenever the catalog was refused because of them, which may be other terms than this device
 * knows, and when it is open again. Returns a function that stops this.
 */
function followRefusals({ state, refresh }: Resource<MyTerms>): () => void {
  const { state: catalog } = account().catalog;
  let last = refusalIn(catalog.get().error);
  const ask = async () => {
    // A request that is under way may be older than the refusal.
    if (state.get().loading) await refresh();
    await refresh();
  };
  return catalog.subscribe(() => {
    const refusal = refusalIn(catalog.get().error);
    if (refusal === last) return;
    last = refusal;
    void ask();
  });
}

/** A new object for each refusal. */
const refusalIn = (error: ClientError | null): ClientError | null =>
  error !== null && reasonOf(error).name === 'terms_not_accepted' ? error : null;
