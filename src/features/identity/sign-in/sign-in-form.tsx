import { type FormEvent, lazy, Suspense, useState } from 'react';
import type { OldRecordsChoice } from '../../../data/session/account-encryption.ts';
import { OldPasswordNeededError } from '../../../data/session/unlock-errors.ts';
import { useEngine } from '../../../engine-context.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { PasswordField } from '../../../ui/controls/password-field.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { useObservable } from '../../../ui/hooks/use-observable.ts';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { commonMessages } from '../../../ui/i18n/messages.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { loginNameField, passwordOfPerson } from '../login-name.ts';
import { identityMessages } from '../messages.ts';
import { ExpiredPassword } from '../passwords/expired-password.tsx';
import { isExpired } from '../problem.ts';
import { ProblemNote } from '../problem-note.tsx';
import { useTypedFields } from '../typed-fields-state.ts';
import { type Attempt, useAttempt } from '../use-attempt.ts';
import { useFirstFocus } from '../use-first-focus.ts';

const OldPasswordForm = lazy(async () => ({
  default: (await import('../passwords/old-password-form.tsx')).OldPasswordForm,
}));

/** Asks for user ID and password, or for a new password when the old one has expired. */
export function SignInForm() {
  const engine = useEngine();
  const words = useMessages(identityMessages);
  const session = useObservable(engine.session.state);
  const typed = useTypedFields();
  const attempt = useAttempt();
  const lastUserId = session.phase === 'signed-out' ? session.userId : null;
  const userId = typed.userId ?? lastUserId ?? '';

  const signIn = (password: string, stored?: OldRecordsChoice) =>
    attempt.run(async () => {
      await engine.session.signIn({ userId: userId.trim(), password, remember: typed.remember }, stored);
      typed.clear();
    });
  const withNewPassword = (next: string) => {
    const { password } = typed;
    typed.change({ password: next });
    // The expired one may be the way to what is kept here.
    void signIn(next, { password });
  };
  if (isExpired(attempt.error)) {
    return (
      <Stack>
        <h1>{words.newPassword.title}</h1>
        <ExpiredPassword
          userId={userId.trim()}
          password={typed.password}
          onChanged={withNewPassword}
          onBack={attempt.clear}
        />
      </Stack>
    );
  }
  if (attempt.error instanceof OldPasswordNeededError) {
    return (
      <Suspense fallback={null}>
        <OldPasswordForm
          heading
          error={attempt.error}
          busy={attempt.busy}
          onChooseOldRecords={(stored) => void signIn(typed.password, stored)}
        />
      </Suspense>
    );
  }
  return <Credentials userId={userId} attempt={attempt} onSubmit={() => void signIn(typed.password)} />;
}

type CredentialsProps = { userId: string; attempt: Attempt; onSubmit: () => void };

function Credentials({ userId, attempt, onSubmit }: CredentialsProps) {
  const words = useMessages(identityMessages);
  const common = useMessages(commonMessages);
  const { password, remember, change } = useTypedFields();
  const [requested, setRequested] = useState(false);
  const firstField = useFirstFocus(userId === '');
  const passwordField = useFirstFocus(userId !== '');
  const isMissing = { userId: userId.trim() === '', password: password === '' };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRequested(true);
    if (isMissing.userId) firstField.current?.focus();
    else if (isMissing.password) passwordField.current?.focus();
    else onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <h1>{words.title}</h1>
        <TextField
          ref={firstField}
          label={words.userId}
          hint={words.userIdHint}
          error={requested && isMissing.userId ? words.userIdMissing : undefined}
          value={userId}
          onChange={(value) => change({ userId: value })}
          {...loginNameField}
        />
        <PasswordField
          ref={passwordField}
          label={words.password}
          error={requested && isMissing.password ? words.passwordMissing : undefined}
          showLabel={common.showPassword}
          value={password}
          onChange={(value) => change({ password: value })}
          {...passwordOfPerson}
        />
        {/* Under what is typed, so that no field moves when it comes. */}
        {attempt.error && <ProblemNote error={attempt.error} userIdTyped />}
        <Checkbox
          label={words.remember}
          hint={words.rememberHint}
          checked={remember}
          onChange={(value) => change({ remember: value })}
        />
        <Button type="submit" variant="strong" size="large" full busy={attempt.busy}>
          {words.signIn}
        </Button>
      </Stack>
    </form>
  );
}
