import { type ReactNode, useCallback, useEffect } from 'react';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { getApplicationPath } from '../../../contract/common/catalog-pages.ts';
import { getDeviceSystem } from '../../data/device/device-system.ts';
import { toErrorReason } from '../../data/http/errors.ts';
import type { Version } from '../../data/records/install-record.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Sheet } from '../../ui/feedback/dialog.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Steps } from '../../ui/feedback/steps.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Cluster, Stack } from '../../ui/layout/stack.tsx';
import { QrCode } from '../../ui/pictures/qr-code.tsx';
import { useErrorText } from '../errors/error-text.ts';
import { getButtonState } from './button-state.ts';
import { helpMessages } from './help/help-messages.ts';
import { onReturn } from './help/on-return.ts';
import { SymptomHelp } from './help/symptom-help.tsx';
import { install, installReady } from './install.ts';
import { useInstallHelp } from './install-help.ts';
import { type SheetView, useInstall } from './install-state.ts';
import { downloadMessages } from './messages.ts';

/** What the help offers at its end, such as contacting support; `symptom`: what went wrong, once the person chose it. */
export type InstallHelpMore = (about: {
  entry: CatalogEntry;
  version: Version;
  symptom: string | null;
}) => ReactNode;

/**
 * The sheet that opens after a tap on an install button: what the device does now, and the question whether it worked.
 */
export function InstallSheet({ more }: { more: InstallHelpMore }) {
  const words = useMessages(downloadMessages);
  const help = useMessages(helpMessages);
  const common = useMessages(commonMessages);
  const { view, close } = useInstall();
  const records = useObservable(useAccount().installs.records);
  if (view === null || view.kind === 'terms') return null;
  const isUnderWay = records.get(view.entry.id)?.attempt?.state === 'sent';
  return (
    <Sheet open title={getTitle(view, isUnderWay, words, help)} onClose={close} closeLabel={common.close}>
      <Stack>
        <Body view={view} more={more} onClose={close} />
      </Stack>
    </Sheet>
  );
}

type Words = typeof import('./messages.en.json').default;
type HelpWords = typeof import('./help/help-messages.en.json').default;

function getTitle(view: SheetView, isUnderWay: boolean, words: Words, help: HelpWords): string {
  const name = view.entry.version.app_name;
  switch (view.kind) {
    case 'sent':
      return isUnderWay ? words.sentTitle({ app: name }) : words.askedTitle({ app: name });
    case 'help':
      return help.title({ app: name });
    case 'phone':
      return words.phoneTitle;
    case 'failed':
      return words.failedTitle;
    case 'ready':
      return words.readyTitle({ app: name });
    default:
      return name;
  }
}

type BodyProps = { view: SheetView; more: InstallHelpMore; onClose: () => void };

function Body({ view, more, onClose }: BodyProps) {
  const account = useAccount();
  const words = useMessages(downloadMessages);
  const textOf = useErrorText();
  const { entry } = view;
  switch (view.kind) {
    case 'sent':
      return <Sent entry={entry} version={view.version} onClose={onClose} />;
    case 'help':
      return <Help entry={entry} version={view.version} more={more} />;
    case 'phone':
      return (
        <>
          <QrCode value={location.origin + getApplicationPath(entry.id)} label={words.phoneTitle} />
          <p className="quiet">{words.phoneHelp}</p>
        </>
      );
    case 'queued':
      return <Queued entry={entry} onClose={onClose} />;
    case 'ready':
      return (
        <>
          <p>{words.readyHelp}</p>
          <Button variant="strong" full onClick={() => void installReady(account, entry, view.handover)}>
            {words.install}
          </Button>
        </>
      );
    case 'failed':
      return (
        <>
          <Note tone="error" live>
            {textOf(toErrorReason(view.error))}
          </Note>
          <Button variant="strong" full onClick={() => void install(account, entry, view.version)}>
            {words.again}
          </Button>
        </>
      );
  }
}

/** One of several applications that are installed together: that it waits, or why it did not start. */
function Queued({ entry, onClose }: { entry: CatalogEntry; onClose: () => void }) {
  const account = useAccount();
  const words = useMessages(downloadMessages);
  const textOf = useErrorText();
  const record = useObservable(account.installs.records).get(entry.id);
  const reason = record?.wish?.reason ?? null;
  const leaveQueue = async () => {
    await account.queue.cancel(entry.id);
    onClose();
  };
  const retry = () => {
    onClose();
    void account.queue.retry(entry.id);
  };
  return (
    <>
      {reason === null ? <p>{words.queuedHelp}</p> : <Note tone="error">{textOf(reason)}</Note>}
      <Cluster even>
        {reason !== null && (
          <Button variant="strong" onClick={retry}>
            {words.again}
          </Button>
        )}
        <Button variant="plain" onClick={() => void leaveQueue()}>
          {reason === null ? words.leave : words.giveUp}
        </Button>
      </Cluster>
    </>
  );
}

type SentProps = { entry: CatalogEntry; version: Version; onClose: () => void };

/**
 * After the link was passed to the system: what happens now, and once the person comes back, whether it worked, which
 * only they know.
 */
function Sent({ entry, version, onClose }: SentProps) {
  const { installs } = useAccount();
  const words = useMessages(downloadMessages);
  const help = useInstallHelp(entry.type);
  const say = useToast();
  const { id } = entry;
  const [isAsking, ask] = useReturnQuestion(id);
  const confirmInstalled = async () => {
    await installs.recordInstalled(id);
    onClose();
    say({ text: words.confirmed({ app: entry.version.app_name }), tone: 'success' });
  };
  const openHelp = async () => {
    await installs.recordDeclined(id);
    useInstall.getState().open({ kind: 'help', entry, version });
  };
  if (!isAsking) {
    return (
      <>
        <p>{help.sent}</p>
        {help.steps.length > 0 && <Steps steps={help.steps} />}
        <Button variant="plain" full onClick={ask}>
          {words.done}
        </Button>
      </>
    );
  }
  return (
    <>
      <p className="quiet">{words.askedWhy}</p>
      <Button variant="strong" full onClick={() => void confirmInstalled()}>
        {words.yes}
      </Button>
      <Button variant="plain" full onClick={onClose}>
        {words.notYet}
      </Button>
      <Button variant="soft" full onClick={() => void openHelp()}>
        {words.no}
      </Button>
    </>
  );
}

/**
 * Whether to ask now: once the person has come back to the page or a while has passed, so that the question never
 * stands over the system's own; at once where an earlier visit has asked. The function asks now.
 */
function useReturnQuestion(application: string): [isAsking: boolean, ask: () => void] {
  const account = useAccount();
  const attempt = useObservable(account.installs.records).get(application)?.attempt;
  const ask = useCallback(() => void account.installs.recordQuestion(application), [account, application]);
  const since = attempt?.state === 'sent' ? attempt.since : null;
  useEffect(() => (since === null ? undefined : onReturn(since, ask)), [since, ask]);
  return [since === null, ask];
}

/** What to do when an application does not install. */
function Help({ entry, version, more }: { entry: CatalogEntry; version: Version; more: InstallHelpMore }) {
  const account = useAccount();
  const isHere = ['install', 'update'].includes(
    getButtonState(entry, { system: getDeviceSystem(), online: true, record: undefined, offered: true })
      .state,
  );
  return (
    <SymptomHelp
      type={entry.type}
      onRetry={isHere ? () => void install(account, entry, version) : null}
      more={(symptom) => more({ entry, version, symptom })}
    />
  );
}
