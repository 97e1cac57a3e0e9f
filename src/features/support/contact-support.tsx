import { useEffect, useState } from 'react';
import { readHelp, reportLimits } from '../../../contract/support.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { TextArea } from '../../ui/controls/text-area.tsx';
import { Sheet } from '../../ui/feedback/dialog.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { supportMessages } from './messages.ts';
import { supportReportWrite } from './pending-write.ts';
import { collectFacts, createReference } from './support-facts.ts';

/** What the person needs help with. */
export interface SupportSubject {
  application: string;
  name: string;
  version: string;
  symptom: string | null;
}

type ContactSupportProps = {
  /** Null where it is about no application. */
  about: SupportSubject | null;
  variant?: 'plain' | 'quiet';
  full?: boolean;
};

/** A button that opens a message to the organization's support. */
export function ContactSupport({ about, variant = 'plain', full = false }: ContactSupportProps) {
  const words = useMessages(supportMessages);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant={variant} full={full} onClick={() => setIsOpen(true)}>
        {words.title}
      </Button>
      <Sheet open={isOpen} title={words.title} onClose={() => setIsOpen(false)} closeLabel={words.close}>
        <SupportForm about={about} onClose={() => setIsOpen(false)} />
      </Sheet>
    </>
  );
}

type SupportFormProps = { about: SupportSubject | null; onClose: () => void };

/** The message, which goes through the outbox, so that it can be written without a network. */
function SupportForm({ about, onClose }: SupportFormProps) {
  const account = useAccount();
  const words = useMessages(supportMessages);
  const format = useFormat();
  const [reference] = useState(createReference);
  const [text, setText] = useState('');
  const [isSent, setIsSent] = useState(false);
  const mail = useMailDraft(about, reference, text);
  const isTooLong = text.length > reportLimits.text;
  const send = async () => {
    const { application = null, version = null, symptom = null } = about ?? {};
    const report = { reference, application, version, symptom, text: text.trim() || null };
    await account.outbox.enqueue(supportReportWrite, { ...report, ...(await collectFacts()) });
    setIsSent(true);
  };
  if (isSent) {
    return (
      <Stack>
        <Note tone="success" live>
          {words.sent({ reference })}
        </Note>
        <Button variant="strong" full onClick={onClose}>
          {words.close}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack>
      <p>{words.explain}</p>
      <TextArea
        label={words.question}
        value={text}
        onChange={setText}
        max={reportLimits.text}
        count={(used, max) => words.count({ used: format.number(used), max: format.number(max) })}
        rows={3}
      />
      <p className="quiet small">{words.facts({ reference })}</p>
      <Button variant="strong" full disabled={isTooLong} onClick={() => void send()}>
        {words.send}
      </Button>
      {mail !== null && (
        <ButtonLink variant="quiet" full href={mail}>
          {words.mail}
        </ButtonLink>
      )}
    </Stack>
  );
}

/** The address of a mail draft with the same content; null while no support address is known. */
function useMailDraft(about: SupportSubject | null, reference: string, text: string): string | null {
  const words = useMessages(supportMessages);
  const format = useFormat();
  const now = useNow();
  const [facts, setFacts] = useState<Awaited<ReturnType<typeof collectFacts>> | null>(null);
  useEffect(() => void collectFacts().then(setFacts, () => undefined), []);
  const address = useSupportAddress();
  if (address === '') return null;
  const lines = words.mailLines;
  const body = [
    text,
    '',
    about && `${lines.app}: ${about.name} ${about.version}`,
    about?.symptom && `${lines.symptom}: ${about.symptom}`,
    facts && `${lines.system}: ${facts.system}`,
    facts && `${lines.browser}: ${facts.browser}`,
    facts && `${lines.catalog}: ${facts.catalog_version}`,
    `${lines.time}: ${format.dateTime(now)}`,
    `${lines.reference}: ${reference}`,
  ];
  const subject = words.subject({ app: about?.name ?? words.someApp, reference });
  const draft = body.filter((line) => typeof line === 'string').join('\r\n');
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(draft)}`;
}

/** The address of the organization's support; empty while it is unknown, or where there is none. */
export const useSupportAddress = (): string =>
  useObservable(useAccount().openResource(readHelp).state).value?.support_email ?? '';
