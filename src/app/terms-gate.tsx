import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { readMyTerms } from '../../contract/terms.ts';
import { account } from '../data/current.ts';
import { reasonOf } from '../data/http/errors.ts';
import { closingTerms } from '../data/terms/standing.ts';
import { useObservable } from '../ui/use-observable.ts';
import { alwaysOpen } from './required-gate.tsx';

const TermsPage = lazy(async () => ({
  default: (await import('./pages/terms-page.tsx')).TermsPage,
}));

/** Keeps the catalog closed until the person has accepted the terms of their organization, also without a network. */
export function TermsGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [{ state, refresh }] = useState(() => account().resource(readMyTerms));
  const known = useObservable(state);
  const rows = useObservable(account().outbox.rows);
  const { error } = useObservable(account().catalog.state);
  const isRefused = error !== null && reasonOf(error).name === 'terms_not_accepted';
  useEffect(() => {
    // The service knows of other terms than this device, or asks for none any more.
    void refresh();
  }, [isRefused, refresh]);
  const terms = closingTerms(known, rows);
  if (terms === null || alwaysOpen.includes(pathname)) return children;
  return (
    <Suspense fallback={null}>
      <TermsPage terms={terms} />
    </Suspense>
  );
}
