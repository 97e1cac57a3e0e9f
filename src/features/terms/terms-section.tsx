import { useState } from 'react';
import type { PersonTerms } from '../../../contract/terms.ts';
import { toErrorReason } from '../../data/http/errors.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { List } from '../../ui/lists/list.tsx';
import { SettingRow } from '../../ui/lists/setting-row.tsx';
import { useErrorText } from '../errors/error-text.ts';
import { answer } from './answer.ts';
import { termsMessages } from './messages.ts';
import { Declined } from './terms-content.tsx';
import { TermsSheet } from './terms-sheet.tsx';
import { useAnswered } from './use-answered.ts';
import { useApplicationTerms } from './use-application-terms.ts';

/** The terms for this person, with their answers, to be read again or changed; nothing where there are none. */
export function TermsSection() {
  const account = useAccount();
  const words = useMessages(termsMessages);
  const { byId } = useObservable(account.catalog.state);
  const known = useAnswered();
  const [open, setOpen] = useState<{ application: string | null } | null>(null);
  if (known === null || (known.organization === null && known.applications.length === 0)) return null;
  const { name: organization } = account.organization;
  const nameOf = (application: string) => byId.get(application)?.version.app_name ?? application;
  const close = () => setOpen(null);
  return (
    <Section title={words.title}>
      <Card tight>
        <List label={words.title}>
          {known.organization && (
            <li>
              <Row
                name={organization}
                terms={known.organization}
                onPress={() => setOpen({ application: null })}
              />
            </li>
          )}
          {known.applications.map((terms) => (
            <li key={terms.application}>
              <Row
                name={nameOf(terms.application)}
                terms={terms}
                onPress={() => setOpen({ application: terms.application })}
              />
            </li>
          ))}
        </List>
      </Card>
      {open !== null && open.application === null && known.organization && (
        <AnsweredSheet
          name={organization}
          application={null}
          terms={known.organization}
          blockedThing={words.closed}
          onClose={close}
        />
      )}
      {open !== null && open.application !== null && (
        <ApplicationSheet id={open.application} name={nameOf(open.application)} onClose={close} />
      )}
    </Section>
  );
}

type RowProps = { name: string; terms: Pick<PersonTerms, 'accepted'>; onPress: () => void };

function Row({ name, terms: { accepted }, onPress }: RowProps) {
  const words = useMessages(termsMessages);
  const value = accepted === null ? words.open : accepted ? words.accepted : words.declined;
  return <SettingRow icon="info" label={name} value={value} onPress={onPress} />;
}

type SheetProps = { name: string; onClose: () => void };

function ApplicationSheet({ id, ...sheet }: SheetProps & { id: string }) {
  const words = useMessages(termsMessages);
  const textOf = useErrorText();
  const { terms, error } = useApplicationTerms(id);
  if (terms)
    return <AnsweredSheet {...sheet} application={id} terms={terms} blockedThing={words.closedApp} />;
  return (
    <TermsSheet
      title={words.titleOf({ name: sheet.name })}
      terms={null}
      onClose={sheet.onClose}
      afterText={
        error && (
          <Note tone="error" title={words.failed} live>
            {textOf(toErrorReason(error))}
          </Note>
        )
      }
    />
  );
}

type AnsweredSheetProps = SheetProps & {
  application: string | null;
  terms: PersonTerms;
  /** What stays closed when they are declined. */
  blockedThing: string;
};

/** Terms with the person's answer, and a way to change it. */
function AnsweredSheet({ name, application, terms, blockedThing, onClose }: AnsweredSheetProps) {
  const { outbox } = useAccount();
  const words = useMessages(termsMessages);
  const format = useFormat();
  const sendAnswer = (accepted: boolean) => void answer(outbox, { terms: terms.id, application, accepted });
  return (
    <TermsSheet
      title={words.titleOf({ name })}
      terms={terms}
      onClose={onClose}
      afterText={
        <>
          {terms.accepted === true && terms.answered !== null && (
            <Note tone="success" live>
              {words.acceptedOn({ date: format.longDate(Date.parse(terms.answered)) })}
            </Note>
          )}
          <Declined terms={terms} blockedThing={blockedThing} />
        </>
      }
      actions={
        terms.accepted === true ? (
          <Button variant="plain" onClick={() => sendAnswer(false)}>
            {words.withdraw}
          </Button>
        ) : (
          <Button variant="strong" onClick={() => sendAnswer(true)}>
            {words.accept}
          </Button>
        )
      }
    />
  );
}
