import { lazy, Suspense, useState } from 'react';
import { catalogPages, getApplicationPath, parseDirectPath } from '../../contract/common/catalog-pages.ts';
import type { Account } from '../data/account/account.ts';
import { useEngine } from '../engine-context.tsx';
import { ApplyBranding } from '../features/organizations/apply-branding.tsx';
import { useAppLocale } from '../features/settings/use-app-locale.ts';
import { ToastProvider } from '../ui/feedback/toast.tsx';
import { useObservable } from '../ui/hooks/use-observable.ts';
import { LocaleProvider, useMessages } from '../ui/i18n/context.tsx';
import { commonMessages } from '../ui/i18n/messages.ts';
import { Card } from '../ui/layout/card.tsx';
import { Page } from '../ui/layout/page.tsx';
import { DocumentTitle } from './navigation/document-title.tsx';
import { SessionGate } from './session-gate.tsx';
import { SignedIn } from './signed-in-part.tsx';

const DirectPage = lazy(async () => ({
  default: (await import('../features/downloads/direct-page.tsx')).DirectPage,
}));

const SomebodyElse = lazy(async () => ({
  default: (await import('../features/identity/switch-user.tsx')).SwitchUser,
}));

const UpdateOffer = lazy(async () => ({
  default: (await import('../features/settings/update-offer.tsx')).UpdateOffer,
}));

/** The whole catalog: language, toasts, then who is signed in, then what is mandatory, then the page. */
export function App() {
  return (
    <LocaleProvider locale={useAppLocale()}>
      <Suspense fallback={null}>
        <SignedInOrGate />
      </Suspense>
    </LocaleProvider>
  );
}

function SignedInOrGate() {
  const common = useMessages(commonMessages);
  return (
    <ToastProvider dismissLabel={common.dismiss}>
      <ApplyBranding />
      <DocumentTitle />
      <UpdateOfferSlot />
      <EntryScreen />
    </ToastProvider>
  );
}

/** Offers a newer version of the catalog as soon as there is one; the code for that is loaded only then. */
function UpdateOfferSlot() {
  const update = useObservable(useEngine().update.state);
  return <Suspense fallback={null}>{update !== 'none' && <UpdateOffer />}</Suspense>;
}

const WelcomeScreen = lazy(async () => ({
  default: (await import('../features/identity/sign-in/welcome-screen.tsx')).WelcomeScreen,
}));

/** Decides by the address whether a page without sign-in is shown; the router is loaded only with the other pages. */
function EntryScreen() {
  const application = parseDirectPath(location.pathname);
  const [secret, setSecret] = useState(readInvitationFromAddress);
  const begin = () => {
    history.replaceState(null, '', catalogPages.home);
    setSecret(null);
  };
  const engine = useEngine();
  const [isOther, setOther] = useState(() => isForOtherOrganization(engine.getAccount()));
  if (application !== null) return <DirectEntry application={application} />;
  if (secret !== null)
    return (
      <WelcomeScreen
        secret={secret}
        onSignedIn={begin}
        onCancel={() => location.replace(catalogPages.home)}
      />
    );
  if (isOther) return <OtherOrganization onFree={() => setOther(false)} />;
  return (
    <SessionGate onTyping={() => void SignedIn.preload().catch(() => undefined)}>
      <Suspense fallback={null}>
        <SignedIn />
      </Suspense>
    </SessionGate>
  );
}

/**
 * The page of a direct link; the person who is signed in here may be somebody else than the one who opened the link.
 */
function DirectEntry({ application }: { application: string }) {
  const address = getApplicationPath(application);
  return (
    <DirectPage
      application={application}
      question={(onCancel) => (
        <SomebodyElse why={{ kind: 'other' }} onFree={() => location.assign(address)} onCancel={onCancel} />
      )}
    />
  );
}

/** Asks what to do when a link of another organization was opened than that of the person who is signed in here. */
function OtherOrganization({ onFree }: { onFree: () => void }) {
  return (
    <main>
      <Page width="narrow" centred>
        <Card>
          <SomebodyElse
            why={{ kind: 'organization' }}
            onFree={onFree}
            onCancel={() => location.replace(catalogPages.home)}
          />
        </Card>
      </Page>
    </main>
  );
}

function isForOtherOrganization(open: Account | null): boolean {
  const requested = new URLSearchParams(location.search).get('organization');
  return requested !== null && open !== null && open.organization.id !== requested;
}

/** The secret of an invitation, which is after the # so that no server sees it; null at any other address. */
const readInvitationFromAddress = (): string | null =>
  location.pathname === catalogPages.welcome && location.hash.length > 1 ? location.hash.slice(1) : null;
