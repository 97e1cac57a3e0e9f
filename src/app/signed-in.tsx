import { lazy, Suspense, useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { engine } from '../data/current.ts';
import { whenIdle } from '../data/idle.ts';
import { useInstall } from '../features/downloads/install-state.ts';
import { LinkComponent } from '../ui/link.tsx';
import { RequiredGate } from './required-gate.tsx';
import { RouterLink } from './router-link.tsx';
import { AppRoutes } from './routes.tsx';

const InstallSheet = lazy(async () => ({
  default: (await import('../features/downloads/install-sheet.tsx')).InstallSheet,
}));

/** Everything behind the sign-in: what is required, the page, and the sheet of an installation. */
export function SignedIn() {
  const installing = useInstall((store) => store.view !== null);
  useEffect(watchForUpdates, []);
  return (
    <BrowserRouter>
      <LinkComponent value={RouterLink}>
        <RequiredGate>
          <AppRoutes />
        </RequiredGate>
        <Suspense fallback={null}>{installing && <InstallSheet />}</Suspense>
      </LinkComponent>
    </BrowserRouter>
  );
}

function watchForUpdates(): void {
  if (import.meta.env.PROD) void whenIdle().then(() => engine().update.watch());
}
