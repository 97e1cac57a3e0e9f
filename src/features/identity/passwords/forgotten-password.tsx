import { type FormEvent, useState } from 'react';
import { catalogPages } from '../../../../contract/common/catalog-pages.ts';
import { useEngine } from '../../../engine-context.tsx';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useObservable } from '../../../ui/hooks/use-observable.ts';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { loginNameField } from '../login-name.ts';
import { ProblemNote } from '../problem-note.tsx';
import { useTypedFields } from '../typed-fields-state.ts';
import { useAttempt } from '../use-attempt.ts';
import { useFirstFocus } from '../use-first-focus.ts';
import { forgottenMessages } from './forgotten-messages.ts';

/** Asks for the login name of a person who has forgotten their password, and has a link mailed to them. */
export function ForgottenPassword() {
  const words = useMessages(forgottenMessages);
  const [isSent, setSent] = useState(false);
  return (
    <>
      <h1>{words.title}</h1>
      {isSent ? (
        <Note tone="info" live>
          {words.sent}
        </Note>
      ) : (
        <AccountForm onSent={() => setSent(true)} />
      )}
      <ButtonLink href={catalogPages.home} variant="plain" full>
        {words.back}
      </ButtonLink>
    </>
  );
}

function AccountForm({ onSent }: { onSent: () => void }) {
  const engine = useEngine();
  const words = useMessages(forgottenMessages);
  const session = useObservable(engine.session.state);
  const { userId: typed, change } = useTypedFields();
  const [requested, setRequested] = useState(false);
  const attempt = useAttempt();
  const field = useFirstFocus(true);
  const name = typed ?? (session.phase === 'signed-out' ? (session.userId ?? '') : '');
  const isMissing = name.trim() === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRequested(true);
    if (isMissing) return field.current?.focus();
    return void attempt.run(async () => {
      await engine.session.calls.requestReset(name.trim());
      onSent();
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {attempt.error ? <ProblemNote error={attempt.error} /> : <p>{words.why}</p>}
        <TextField
          ref={field}
          label={words.name}
          error={requested && isMissing ? words.missing : undefined}
          value={name}
          onChange={(userId) => change({ userId })}
          {...loginNameField}
        />
        <Button type="submit" variant="strong" full busy={attempt.busy}>
          {words.send}
        </Button>
      </Stack>
    </form>
  );
}
