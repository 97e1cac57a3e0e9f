import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { InstallSheet } from '../features/downloads/install-sheet.tsx';
import { ApplyBranding } from '../features/organizations/apply-branding.tsx';
import { UpdateOffer } from '../features/settings/update-offer.tsx';
import { useAppLocale } from '../features/settings/use-app-locale.ts';
import { LocaleProvider, useMessages } from '../ui/i18n/context.tsx';
import { commonMessages } from '../ui/i18n/messages.ts';
import { LinkComponent } from '../ui/link.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { RequiredGate } from './required-gate.tsx';
import { RouterLink } from './router-link.tsx';
import { AppRoutes } from './routes.tsx';
import { SessionGate } from './session-gate.tsx';

const DirectPage = lazy(async () => ({
  default: (await import('../features/downloads/direct-page.tsx')).DirectPage,
}));

/** The whole catalog: language, links, toasts, then who is signed in, then what is required, then the page. */
export function App() {
  return (
    <LocaleProvider locale={useAppLocale()}>
      <BrowserRouter>
        <LinkComponent value={RouterLink}>
          <Suspense fallback={null}>
            <Inside />
          </Suspense>
        </LinkComponent>
      </BrowserRouter>
    </LocaleProvider>
  );
}

function Inside() {
  const common = useMessages(commonMessages);
  return (
    <ToastProvider dismissLabel={common.dismiss}>
      <ApplyBranding />
      <UpdateOffer />
      <Routes>
        <Route path="/direct/:application" element={<DirectPage />} />
        <Route path="*" element={<SignedIn />} />
      </Routes>
    </ToastProvider>
  );
}

function SignedIn() {
  return (
    <SessionGate>
      <RequiredGate>
        <AppRoutes />
      </RequiredGate>
      <InstallSheet />
    </SessionGate>
  );
}
