import { useEffect } from 'react';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { applicationPath } from '../../../contract/common/catalog-pages.ts';
import { account } from '../../data/current.ts';
import { reasonOf } from '../../data/http/errors.ts';
import type { Version } from '../../data/installs/install-record.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Note } from '../../ui/note.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Cluster, Stack } from '../../ui/stack.tsx';
import { Steps } from '../../ui/steps.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import { useErrorText } from '../errors/error-text.ts';
import { install, installReady } from './hand-over.ts';
import { useInstallHelp } from './install-help.ts';
import { type SheetView, useInstall } from './install-state.ts';
import { downloadMessages } from './messages.ts';

/**
 * The sheet that opens after a tap on an install button: what the device does now, and the question whether it worked.
 */
export function InstallSheet() {
  const words = useMessages(downloadMessages);
  const common = useMessages(commonMessages);
  const { view, close } = useInstall();
  if (view === null || view.show === 'terms') return null;
  return (
    <Sheet open title={titleOf(view, words)} onClose={close} closeLabel={common.close}>
      <Stack>
        <Body view={view} onClose={close} />
      </Stack>
    </Sheet>
  );
}

type Words = typeof import('./messages.en.ts').en;

function titleOf(view: SheetView, words: Words): string {
  const name = view.entry.version.app_name;
  switch (view.show) {
    case 'sent':
      return words.askedTitle(name);
    case 'phone':
      return words.phoneTitle;
    case 'failed':
      return words.failedTitle;
    case 'ready':
      return words.readyTitle(name);
    default:
      return name;
  }
}

function Body({ view, onClose }: { view: SheetView; onClose: () => void }) {
  const words = useMessages(downloadMessages);
  const textOf = useErrorText();
  const { entry } = view;
  switch (view.show) {
    case 'sent':
      return <Sent entry={entry} version={view.version} onClose={onClose} />;
    case 'phone':
      return (
        <>
          <QrCode value={location.origin + applicationPath(entry.id)} label={words.phoneTitle} />
          <p className="quiet">{words.phoneHelp}</p>
        </>
      );
    case 'queued':
      return <Queued entry={entry} onClose={onClose} />;
    case 'ready':
      return (
        <>
          <p>{words.readyHelp}</p>
          <Button variant="strong" full onClick={() => void installReady(entry, view.handover)}>
            {words.install}
          </Button>
        </>
      );
    case 'failed':
      return (
        <>
          <Note tone="error" live>
            {textOf(reasonOf(view.error))}
          </Note>
          <Button variant="strong" full onClick={() => void install(entry, view.version)}>
            {words.again}
          </Button>
        </>
      );
  }
}

/** One of several applications that are installed together: that it waits, or why it did not start. */
function Queued({ entry, onClose }: { entry: CatalogEntry; onClose: () => void }) {
  const words = useMessages(downloadMessages);
  const textOf = useErrorText();
  const record = useObservable(account().installs.records).get(entry.id);
  const reason = record?.wish?.reason ?? null;
  const leave = async () => {
    await account().queue.giveUp(entry.id);
    onClose();
  };
  const again = () => {
    onClose();
    void account().queue.again(entry.id);
  };
  return (
    <>
      {reason === null ? <p>{words.queuedHelp}</p> : <Note tone="error">{textOf(reason)}</Note>}
      <Cluster even>
        {reason !== null && (
          <Button variant="strong" onClick={again}>
            {words.again}
          </Button>
        )}
        <Button variant="plain" onClick={() => void leave()}>
          {reason === null ? words.leave : words.giveUp}
        </Button>
      </Cluster>
    </>
  );
}

type SentProps = { entry: CatalogEntry; version: Version; onClose: () => void };

/** After the link was passed to the system: from now on, only the person knows whether it worked. */
function Sent({ entry, version, onClose }: SentProps) {
  const words = useMessages(downloadMessages);
  const help = useInstallHelp(entry.type);
  const say = useToast();
  const { id } = entry;
  useEffect(() => {
    void account().installs.asked(id);
  }, [id]);
  const yes = async () => {
    await account().installs.confirm(id);
    onClose();
    say({ text: words.confirmed(entry.version.app_name), tone: 'success' });
  };
  const no = async () => {
    await account().installs.decline(id);
    onClose();
  };
  return (
    <>
      <p>{help.sent}</p>
      <Cluster even>
        <Button variant="strong" onClick={() => void yes()}>
          {words.yes}
        </Button>
        <Button variant="plain" onClick={() => void no()}>
          {words.no}
        </Button>
      </Cluster>
      <h3>{help.stepsTitle}</h3>
      <Steps steps={help.steps} />
      <Button variant="quiet" onClick={() => void install(entry, version)}>
        {words.again}
      </Button>
    </>
  );
}
