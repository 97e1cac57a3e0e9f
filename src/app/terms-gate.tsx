import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { type MyTerms, readMyTerms } from '../../contract/terms.ts';
import type { Account } from '../data/account/account.ts';
import { type ClientError, toErrorReason } from '../data/http/errors.ts';
import type { Resource } from '../data/http/resource.ts';
import { findBlockingTerms } from '../data/terms/terms-status.ts';
import { useAccount } from '../engine-context.tsx';
import { useObservable } from '../ui/hooks/use-observable.ts';
import { focusWhenDrawn } from './navigation/focus-when-drawn.ts';
import { alwaysAllowedPages } from './required/required-gate.tsx';

const TermsPage = lazy(async () => ({
  default: (await import('./pages/terms-page.tsx')).TermsPage,
}));

/** Keeps the catalog closed until the person has accepted the terms of their organization, even without a network. */
export function TermsGate({ children }: { children: ReactNode }) {
  const account = useAccount();
  const { pathname } = useLocation();
  const resource = account.openResource(readMyTerms);
  const terms = findBlockingTerms(useObservable(resource.state), useObservable(account.outbox.rows));
  useEffect(() => followRefusals(account.catalog, resource), [account, resource]);
  const isOpen = terms === null || alwaysAllowedPages.includes(pathname);
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
function followRefusals(
  { state: catalog }: Account['catalog'],
  { state, refresh }: Resource<MyTerms>,
): () => void {
  let last = findRefusal(catalog.get().error);
  const ask = async () => {
    // A request that is under way may be older than the refusal.
    if (state.get().loading) await refresh();
    await refresh();
  };
  return catalog.subscribe(() => {
    const refusal = findRefusal(catalog.get().error);
    if (refusal === last) return;
    last = refusal;
    void ask();
  });
}

/** A new object for each refusal. */
const findRefusal = (error: ClientError | null): ClientError | null =>
  error !== null && toErrorReason(error).name === 'terms_not_accepted' ? error : null;
