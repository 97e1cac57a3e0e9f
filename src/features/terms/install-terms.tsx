import { useEffect, useState } from 'react';
import type { PersonTerms } from '../../../contract/terms.ts';
import { toErrorReason } from '../../data/http/errors.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { useErrorText } from '../errors/error-text.ts';
import { answer, sendAnswerNow } from './answer.ts';
import { termsMessages } from './messages.ts';
import { Declined } from './terms-content.tsx';
import { TermsSheet } from './terms-sheet.tsx';
import { useApplicationTerms } from './use-application-terms.ts';

type InstallTermsProps = {
  application: { id: string; name: string };
  /** Continues with the install: the service has the acceptance. */
  onAccepted: () => void;
  onClose: () => void;
};

/** The terms of an application, before it is installed. */
export function InstallTerms({ application: { id, name }, onAccepted, onClose }: InstallTermsProps) {
  const words = useMessages(termsMessages);
  const textOf = useErrorText();
  const { outbox } = useAccount();
  const { terms, isGone, error, refresh } = useApplicationTerms(id);
  const [step, setStep] = useState<'asked' | 'sending' | 'later'>('asked');
  useEffect(() => {
    // They may have changed since they were stored here.
    void refresh();
  }, [refresh]);
  useEffect(() => {
    if (isGone) onAccepted();
  }, [isGone, onAccepted]);
  const accept = async ({ id: version }: PersonTerms) => {
    setStep('sending');
    const hasArrived = await sendAnswerNow(outbox, { terms: version, application: id, accepted: true });
    if (hasArrived) onAccepted();
    else setStep('later');
  };
  const decline = async ({ id: version }: PersonTerms) => {
    await answer(outbox, { terms: version, application: id, accepted: false });
    onClose();
  };
  return (
    <TermsSheet
      title={words.titleOf({ name })}
      terms={terms}
      onClose={onClose}
      beforeText={<p>{words.whyApp}</p>}
      afterText={
        <>
          {terms && <Declined terms={terms} blockedThing={words.closedApp} />}
          {terms === null && error && (
            <Note tone="error" live>
              {textOf(toErrorReason(error))}
            </Note>
          )}
          {step === 'later' && <Note live>{words.sentLater}</Note>}
        </>
      }
      actions={
        terms && (
          <>
            <Button variant="strong" busy={step === 'sending'} onClick={() => void accept(terms)}>
              {words.accept}
            </Button>
            <Button variant="plain" onClick={() => void decline(terms)}>
              {words.decline}
            </Button>
          </>
        )
      }
    />
  );
}
