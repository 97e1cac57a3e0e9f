import { lazy, Suspense, useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { engine } from '../data/current.ts';
import { whenIdle } from '../data/idle.ts';
import { useInstall } from '../features/downloads/install-state.ts';
import { LinkComponent } from '../ui/link.tsx';
import { RequiredGate } from './required/required-gate.tsx';
import { RouterLink } from './router-link.tsx';
import { AppRoutes } from './routes.tsx';
import { TermsGate } from './terms-gate.tsx';

const InstallTermsSheet = lazy(async () => ({
  default: (await import('./install-terms.tsx')).InstallTermsSheet,
}));

const InstallSheet = lazy(async () => ({
  default: (await import('../features/downloads/install-sheet.tsx')).InstallSheet,
}));

/** Everything behind the sign-in: terms, mandatory applications, the page, and the sheet of an install. */
export function SignedIn() {
  const installing = useInstall((store) => store.view?.show);
  useEffect(watchForUpdates, []);
  return (
    <BrowserRouter>
      <LinkComponent value={RouterLink}>
        <TermsGate>
          <RequiredGate>
            <AppRoutes />
          </RequiredGate>
        </TermsGate>
        <Suspense fallback={null}>
          {installing === 'terms' ? <InstallTermsSheet /> : installing && <InstallSheet />}
        </Suspense>
      </LinkComponent>
    </BrowserRouter>
  );
}

function watchForUpdates(): void {
  if (import.meta.env.PROD) void whenIdle().then(() => engine().update.watch());
}
