import { type FormEvent, useState } from 'react';
import { engine } from '../../data/current.ts';
import { type ClientError, RefusedError } from '../../data/errors.ts';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Note } from '../../ui/note.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Cluster, Stack } from '../../ui/stack.tsx';
import { identityMessages } from './messages.ts';
import { flawOf, ruleOf } from './password-rule.ts';
import { ProblemNote } from './problem-note.tsx';
import { useAttempt } from './use-attempt.ts';
import { useFirstFocus } from './use-first-focus.ts';
import { UsernameInput } from './username-input.tsx';

type NewPasswordFormProps = {
  userId: string;
  /** The expired one, which proves who they are. */
  password: string;
  /** The service took the new password. */
  onChanged: (password: string) => void;
  onBack: () => void;
};

/** Asks for a new password in place of an expired one. The heading above it is its caller's. */
export function NewPasswordForm({ userId, password, onChanged, onBack }: NewPasswordFormProps) {
  const words = useMessages(identityMessages).newPassword;
  const common = useMessages(commonMessages);
  const [newPassword, setNewPassword] = useState('');
  const [asked, setAsked] = useState(false);
  const field = useFirstFocus(true);
  const attempt = useAttempt();
  const flaw = flawOf(newPassword, password, words);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (flaw !== undefined) return field.current?.focus();
    return void attempt.run(async () => {
      await engine().session.changePassword({ userId, password, newPassword });
      onChanged(newPassword);
    });
  };
  const type = (value: string) => {
    setNewPassword(value);
    if (isRule(attempt.error)) attempt.clear();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {attempt.error && !isRule(attempt.error) ? (
          <ProblemNote error={attempt.error} />
        ) : (
          <Note tone="warn" live title={words.expired}>
            {words.expiredHelp}
          </Note>
        )}
        <UsernameInput userId={userId} />
        <PasswordField
          ref={field}
          label={words.field}
          error={isRule(attempt.error) ? ruleOf(attempt.error, words) : asked ? flaw : undefined}
          showLabel={common.showPassword}
          value={newPassword}
          onChange={type}
          name="new-password"
          autoComplete="new-password"
          maxLength={1000}
          required
        />
        <Cluster even>
          <Button type="submit" variant="strong" busy={attempt.busy}>
            {words.save}
          </Button>
          <Button variant="plain" onClick={onBack}>
            {words.back}
          </Button>
        </Cluster>
      </Stack>
    </form>
  );
}

/** The new password breaks a rule of the organization: that belongs to the field. */
const isRule = (error: ClientError | null): error is RefusedError =>
  error instanceof RefusedError && error.errorName === 'invalid_input';
