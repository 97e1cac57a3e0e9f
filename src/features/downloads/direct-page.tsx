import { type ReactNode, useEffect, useState } from 'react';
import { getApplicationPath } from '../../../contract/common/catalog-pages.ts';
import { getDeviceSystem } from '../../data/device/device-system.ts';
import { toClientError, toErrorReason } from '../../data/http/errors.ts';
import type { ErrorReason } from '../../data/records/error-reason.ts';
import { useEngine } from '../../engine-context.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Sheet } from '../../ui/feedback/dialog.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Brand } from '../../ui/layout/brand.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { QrCode } from '../../ui/pictures/qr-code.tsx';
import { useErrorText } from '../errors/error-text.ts';
import { buildDirectLink, checkLink, installDirect, type LinkState } from './direct-link.ts';
import { directMessages } from './direct-messages.ts';
import { SymptomHelp } from './help/symptom-help.tsx';
import { downloadMessages } from './messages.ts';

type DirectPageProps = {
  application: string;
  /** Asks what to do with the person who is signed in here, when somebody else wants to sign in. */
  question?: (onCancel: () => void) => ReactNode;
};

/** `/direct/:application`: anybody who has the link can install the application if its organization allows that. */
export function DirectPage({ application, question }: DirectPageProps) {
  const [asking, setAsking] = useState(false);
  const link = buildDirectLink(application, getDeviceSystem());
  const state = useLinkState(link);
  const branding = useObservable(useEngine().branding.state).value;
  return (
    <main>
      <Page width="narrow" centred>
        <Brand name={branding?.name} />
        {asking && <Card>{question?.(() => setAsking(false))}</Card>}
        {!asking && state === 'refused' && <Refused application={application} />}
        {!asking && state !== 'refused' && <Offer link={link} state={state} organization={branding?.name} />}
        {!asking && question && <Present onOther={() => setAsking(true)} />}
      </Page>
    </main>
  );
}

type OfferProps = { link: string; state: LinkState | null; organization: string | undefined };

function Offer({ link, state, organization }: OfferProps) {
  const words = useMessages(directMessages);
  const onDesk = getDeviceSystem() === 'desk';
  return (
    <>
      <Card>
        <h1>{words.title}</h1>
        <p>{organization === undefined ? words.fromSomebody : words.from({ organization })}</p>
        {onDesk ? (
          <Code help={`${words.scanTitle}. ${words.scanHelp}`} />
        ) : (
          <InstallButton link={link} checking={state === null} />
        )}
        {state === 'unknown' && (
          <StatusLine icon="offline" live>
            {words.offline}
          </StatusLine>
        )}
        <p className="quiet small">{words.trust}</p>
      </Card>
      {!onDesk && <Help />}
    </>
  );
}

/** Installs at a tap, and says why an install could not begin; the page stays. */
function InstallButton({ link, checking }: { link: string; checking: boolean }) {
  const words = useMessages(directMessages);
  const textOf = useErrorText();
  const { sentHelp } = useMessages(downloadMessages);
  const [busy, setBusy] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const [error, setError] = useState<ErrorReason | null>(null);
  const press = async () => {
    setBusy(true);
    setError(null);
    try {
      await installDirect(link, getDeviceSystem());
      setIsSent(true);
    } catch (fault) {
      setError(toErrorReason(toClientError(fault)));
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        variant="strong"
        size="large"
        full
        icon="download"
        busy={checking || busy}
        onClick={() => void press()}
      >
        {words.install}
      </Button>
      {error !== null && (
        <Note tone="error" live>
          {textOf(error)}
        </Note>
      )}
      {isSent && error === null && <Note live>{sentHelp}</Note>}
    </>
  );
}

/** Help for this device, by what the person sees, and the way to another one. */
function Help() {
  const words = useMessages(directMessages);
  const { help } = useMessages(downloadMessages);
  const common = useMessages(commonMessages);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="plain" full onClick={() => setIsOpen(true)}>
        {help}
      </Button>
      <Sheet open={isOpen} title={help} onClose={() => setIsOpen(false)} closeLabel={common.close}>
        <SymptomHelp
          type={null}
          onRetry={null}
          more={() => <p className="quiet small">{words.sameAgain}</p>}
        />
      </Sheet>
      <Section title={words.otherTitle}>
        <Code help={words.scanHelp} />
      </Section>
    </>
  );
}

/** A QR code that opens this page on a phone. */
function Code({ help }: { help: string }) {
  const words = useMessages(directMessages);
  return (
    <Stack>
      <p>{help}</p>
      <QrCode value={location.href} label={words.code} />
    </Stack>
  );
}

/** Says who is signed in here, who may be somebody else than the person who got the link. */
function Present({ onOther }: { onOther: () => void }) {
  const words = useMessages(directMessages);
  const session = useObservable(useEngine().session.state);
  if (session.phase !== 'signed-in' && session.phase !== 'ended') return null;
  const { first_name, last_name, user_id } = session.account.user;
  return (
    <Stack>
      <p className="quiet small">{words.present({ name: `${first_name} ${last_name}`.trim() || user_id })}</p>
      <Button variant="quiet" full onClick={onOther}>
        {words.other}
      </Button>
    </Stack>
  );
}

function Refused({ application }: { application: string }) {
  const words = useMessages(directMessages);
  return (
    <>
      <h1 className="visually-hidden">{words.title}</h1>
      <ErrorState
        title={words.refusedTitle}
        action={
          <ButtonLink variant="strong" href={getApplicationPath(application)}>
            {words.toCatalog}
          </ButtonLink>
        }
      >
        {words.refusedHelp}
      </ErrorState>
    </>
  );
}

/** The state of a link; null while the service is being asked. */
function useLinkState(link: string): LinkState | null {
  const [known, setKnown] = useState<{ link: string; state: LinkState } | null>(null);
  useEffect(() => {
    const checkNow = async () => {
      const state = await checkLink(link);
      setKnown({ link, state });
    };
    void checkNow();
  }, [link]);
  return known?.link === link ? known.state : null;
}
