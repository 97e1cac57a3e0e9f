import { type FormEvent, useState } from 'react';
import type { ErrorName } from '../../../contract/common/errors.ts';
import { account, engine } from '../../data/current.ts';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { Stack } from '../../ui/stack.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { useObservable } from '../../ui/use-observable.ts';
import { ExpiredPasswordForm } from './expired-password-form.tsx';
import { type IdentityWords, identityMessages } from './messages.ts';
import { isExpired } from './problem.ts';
import { ProblemNote } from './problem-note.tsx';
import { useTyped } from './typed-state.ts';
import { useAttempt } from './use-attempt.ts';
import { useFirstFocus } from './use-first-focus.ts';
import { useUnsent } from './use-unsent.ts';
import { UsernameInput } from './username-input.tsx';

/** Asks for the password of the person whose session has ended; everything else of the account stays as it is. */
export function SignInAgain() {
  const { password, change, clear } = useTyped();
  const attempt = useAttempt();
  const signIn = (password: string) =>
    attempt.run(async () => {
      await engine().session.signInAgain(password);
      clear();
    });
  const withNewPassword = (password: string) => {
    change({ password });
    void signIn(password);
  };
  if (isExpired(attempt.error)) {
    return (
      <ExpiredPasswordForm
        userId={account().user.user_id}
        password={password}
        onChanged={withNewPassword}
        onBack={attempt.clear}
      />
    );
  }
  return <PasswordForm attempt={attempt} onSubmit={() => void signIn(password)} />;
}

type PasswordFormProps = { attempt: ReturnType<typeof useAttempt>; onSubmit: () => void };

function PasswordForm({ attempt, onSubmit }: PasswordFormProps) {
  const words = useMessages(identityMessages);
  const common = useMessages(commonMessages);
  const { password, change } = useTyped();
  const [asked, setAsked] = useState(false);
  const field = useFirstFocus(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (password === '') field.current?.focus();
    else onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {attempt.error ? <ProblemNote error={attempt.error} /> : <Reason />}
        <UsernameInput userId={account().user.user_id} />
        <PasswordField
          ref={field}
          label={`${words.password} (${account().user.user_id})`}
          error={asked && password === '' ? words.passwordMissing : undefined}
          showLabel={common.showPassword}
          value={password}
          onChange={(value) => change({ password: value })}
          name="password"
          maxLength={1000}
          required
        />
        <Button type="submit" variant="strong" full busy={attempt.busy}>
          {words.signIn}
        </Button>
      </Stack>
    </form>
  );
}

function Reason() {
  const words = useMessages(identityMessages).ended;
  const session = useObservable(engine().session.state);
  const unsent = useUnsent();
  const reason = session.phase === 'ended' ? session.reason : null;
  return (
    <>
      <p>{textOf(reason, words)}</p>
      {unsent > 0 && <StatusLine icon="clock">{words.waiting(unsent)}</StatusLine>}
    </>
  );
}

function textOf(reason: ErrorName | null, words: IdentityWords['ended']): string {
  if (reason === 'device_unknown') return words.unpaired;
  if (reason === 'account_disabled') return words.disabled;
  return reason === 'account_deleted' ? words.deleted : words.expired;
}
