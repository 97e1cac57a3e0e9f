import { lazy, Suspense } from 'react';
import { useInstall } from '../features/downloads/store.ts';
import { RequiredGate } from './required-gate.tsx';
import { AppRoutes } from './routes.tsx';

const InstallSheet = lazy(async () => ({
  default: (await import('../features/downloads/install-sheet.tsx')).InstallSheet,
}));

/** Everything that only who is signed in sees: what is required, the page, and the sheet of an installation. */
export function SignedIn() {
  const installing = useInstall((store) => store.view !== null);
  return (
    <>
      <RequiredGate>
        <AppRoutes />
      </RequiredGate>
      <Suspense fallback={null}>{installing && <InstallSheet />}</Suspense>
    </>
  );
}
