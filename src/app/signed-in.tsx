import { lazy, Suspense, useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { waitUntilIdle } from '../data/idle.ts';
import type { Update } from '../data/update.ts';
import { useAccount, useEngine } from '../engine-context.tsx';
import { watchForReturn } from '../features/downloads/help/watch-for-return.ts';
import { useInstall } from '../features/downloads/install-state.ts';
import { LinkComponent } from '../ui/controls/link.tsx';
import { FollowNavigation } from './navigation/follow-navigation.tsx';
import { RouterLink } from './navigation/router-link.tsx';
import { RequiredGate } from './required/required-gate.tsx';
import { AppRoutes } from './routes.tsx';
import { TermsGate } from './terms-gate.tsx';

const InstallTermsSheet = lazy(async () => ({
  default: (await import('./install-terms.tsx')).InstallTermsSheet,
}));

const InstallSheet = lazy(async () => ({
  default: (await import('./install-sheet-part.tsx')).InstallSheetPart,
}));

/** Everything behind the sign-in: terms, mandatory applications, the page, and the sheet of an install. */
export function SignedIn() {
  const account = useAccount();
  const { update } = useEngine();
  const installing = useInstall((store) => store.view?.kind);
  useState(labelFirstEntry);
  useEffect(() => watchForUpdates(update), [update]);
  useEffect(() => watchForReturn(account), [account]);
  return (
    <BrowserRouter>
      <LinkComponent value={RouterLink}>
        <TermsGate>
          <RequiredGate>
            <AppRoutes />
          </RequiredGate>
        </TermsGate>
        <FollowNavigation />
        <Suspense fallback={null}>
          {installing === 'terms' ? <InstallTermsSheet /> : installing && <InstallSheet />}
        </Suspense>
      </LinkComponent>
    </BrowserRouter>
  );
}

/** Gives the first entry of a visit a key of its own: the router would name the first one of every visit alike. */
function labelFirstEntry(): void {
  const state: unknown = history.state;
  if (typeof state === 'object' && state !== null && 'key' in state) return;
  history.replaceState({ ...(state as object | null), key: crypto.randomUUID() }, '');
}

function watchForUpdates(update: Update): void {
  if (import.meta.env.PROD) void waitUntilIdle().then(() => update.watch());
}
