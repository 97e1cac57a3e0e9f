import { lazy, Suspense, useState } from 'react';
import { catalogPages, directApplicationOf } from '../../contract/common/catalog-pages.ts';
import { engine } from '../data/current.ts';
import { ApplyBranding } from '../features/organizations/apply-branding.tsx';
import { useAppLocale } from '../features/settings/use-app-locale.ts';
import { LocaleProvider, useMessages } from '../ui/i18n/context.tsx';
import { commonMessages } from '../ui/i18n/messages.ts';
import { ToastProvider } from '../ui/toast.tsx';
import { useObservable } from '../ui/use-observable.ts';
import { SessionGate } from './session-gate.tsx';
import { SignedIn } from './signed-in-part.tsx';

const DirectPage = lazy(async () => ({
  default: (await import('../features/downloads/direct-page.tsx')).DirectPage,
}));

const UpdateOffer = lazy(async () => ({
  default: (await import('../features/settings/update-offer.tsx')).UpdateOffer,
}));

/** The whole catalog: language, toasts, then who is signed in, then what is required, then the page. */
export function App() {
  return (
    <LocaleProvider locale={useAppLocale()}>
      <Suspense fallback={null}>
        <Inside />
      </Suspense>
    </LocaleProvider>
  );
}

function Inside() {
  const common = useMessages(commonMessages);
  return (
    <ToastProvider dismissLabel={common.dismiss}>
      <ApplyBranding />
      <OfferedUpdate />
      <Entrance />
    </ToastProvider>
  );
}

/** Offers a newer version of the catalog as soon as there is one; the code of the offer is loaded only then. */
function OfferedUpdate() {
  const update = useObservable(engine().update.state);
  return <Suspense fallback={null}>{update !== 'none' && <UpdateOffer />}</Suspense>;
}

const WelcomeScreen = lazy(async () => ({
  default: (await import('../features/identity/welcome-screen.tsx')).WelcomeScreen,
}));

/** Decides by the address whether a page without sign-in is shown; the router is loaded only with the other pages. */
function Entrance() {
  const application = directApplicationOf(location.pathname);
  const [secret, setSecret] = useState(invitationOfAddress);
  const begin = () => {
    history.replaceState(null, '', catalogPages.home);
    setSecret(null);
  };
  if (application !== null) return <DirectPage application={application} />;
  if (secret !== null) return <WelcomeScreen secret={secret} onSignedIn={begin} />;
  return (
    <SessionGate onTyping={() => void SignedIn.preload().catch(() => undefined)}>
      <Suspense fallback={null}>
        <SignedIn />
      </Suspense>
    </SessionGate>
  );
}

/** The secret of an invitation, which is after the # so that no server sees it; null at any other address. */
const invitationOfAddress = (): string | null =>
  location.pathname === catalogPages.welcome && location.hash.length > 1 ? location.hash.slice(1) : null;
