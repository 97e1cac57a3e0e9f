import { type FormEvent, type ReactNode, useState } from 'react';
import { type ClientError, RefusedError } from '../../../data/http/errors.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PasswordField } from '../../../ui/controls/password-field.tsx';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { commonMessages } from '../../../ui/i18n/messages.ts';
import { Cluster, Stack } from '../../../ui/layout/stack.tsx';
import { identityMessages } from '../messages.ts';
import { ProblemNote } from '../problem-note.tsx';
import { UsernameInput } from '../sign-in/username-input.tsx';
import { useAttempt } from '../use-attempt.ts';
import { useFirstFocus } from '../use-first-focus.ts';
import { newPasswordMessages } from './new-password-messages.ts';
import { describeRule, findFlaw } from './password-rule.ts';

type NewPasswordFormProps = {
  userId: string;
  /** The old password, which may not be chosen again; null when it is not known. */
  old: string | null;
  /** Why a password is requested. */
  why: ReactNode;
  /** The rules for passwords, where they are known in advance. */
  hint?: string;
  /** The text of the button. */
  action: string;
  /** Sends the new password to the service. */
  save: (password: string) => Promise<void>;
  onBack?: () => void;
};

/** Asks for a new password. The caller provides the heading above it. */
export function NewPasswordForm({ userId, old, why, hint, action, save, onBack }: NewPasswordFormProps) {
  const words = useMessages(newPasswordMessages);
  const { back } = useMessages(identityMessages).newPassword;
  const common = useMessages(commonMessages);
  const [newPassword, setNewPassword] = useState('');
  const [requested, setRequested] = useState(false);
  const field = useFirstFocus(true);
  const attempt = useAttempt();
  const flaw = findFlaw(newPassword, old, words);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRequested(true);
    if (flaw !== undefined) return field.current?.focus();
    return void attempt.run(() => save(newPassword));
  };
  const type = (value: string) => {
    setNewPassword(value);
    if (isRule(attempt.error)) attempt.clear();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {why}
        <UsernameInput userId={userId} />
        <PasswordField
          ref={field}
          label={words.field}
          hint={hint}
          error={isRule(attempt.error) ? describeRule(attempt.error, words) : requested ? flaw : undefined}
          showLabel={common.showPassword}
          value={newPassword}
          onChange={type}
          name="new-password"
          autoComplete="new-password"
          maxLength={1000}
          required
        />
        {attempt.error && !isRule(attempt.error) && <ProblemNote error={attempt.error} />}
        <Cluster even>
          <Button type="submit" variant="strong" busy={attempt.busy}>
            {action}
          </Button>
          {onBack && (
            <Button variant="plain" onClick={onBack}>
              {back}
            </Button>
          )}
        </Cluster>
      </Stack>
    </form>
  );
}

/** Whether the new password breaks a rule of the organization, which is then shown at the field. */
const isRule = (error: ClientError | null): error is RefusedError =>
  error instanceof RefusedError && error.errorName === 'invalid_input';
