import { lazy, Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { engine } from '../data/current.ts';
import { ApplyBranding } from '../features/organizations/apply-branding.tsx';
import { useAppLocale } from '../features/settings/use-app-locale.ts';
import { LocaleProvider, useMessages } from '../ui/i18n/context.tsx';
import { commonMessages } from '../ui/i18n/messages.ts';
import { LinkComponent } from '../ui/link.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { useObservable } from '../ui/use-observable.ts';
import { RouterLink } from './router-link.tsx';
import { SessionGate } from './session-gate.tsx';
import { SignedIn } from './signed-in-part.tsx';

const DirectPage = lazy(async () => ({
  default: (await import('../features/downloads/direct-page.tsx')).DirectPage,
}));

const UpdateOffer = lazy(async () => ({
  default: (await import('../features/settings/update-offer.tsx')).UpdateOffer,
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
      <OfferedUpdate />
      <Routes>
        <Route path="/direct/:application" element={<DirectPage />} />
        <Route path="*" element={<Gated />} />
      </Routes>
    </ToastProvider>
  );
}

/** A newer catalog is offered as soon as there is one; until then nothing of the offer is loaded. */
function OfferedUpdate() {
  const update = useObservable(engine().update.state);
  return <Suspense fallback={null}>{update !== 'none' && <UpdateOffer />}</Suspense>;
}

function Gated() {
  return (
    <SessionGate>
      <Suspense fallback={null}>
        <SignedIn />
      </Suspense>
    </SessionGate>
  );
}
