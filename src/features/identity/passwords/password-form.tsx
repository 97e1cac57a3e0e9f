import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { PasswordField } from '../../../ui/controls/password-field.tsx';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { commonMessages } from '../../../ui/i18n/messages.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { passwordOfPerson } from '../login-name.ts';
import { identityMessages } from '../messages.ts';
import { ProblemNote } from '../problem-note.tsx';
import { UsernameInput } from '../sign-in/username-input.tsx';
import { useTypedFields } from '../typed-fields-state.ts';
import type { Attempt } from '../use-attempt.ts';
import { useFirstFocus } from '../use-first-focus.ts';

type PasswordFormProps = {
  userId: string;
  attempt: Attempt;
  /** Why it is requested. */
  why: ReactNode;
  /** The text of the button. */
  action: string;
  onSubmit: () => void;
};

/** Asks for the password of a known person. What is typed outlives the form. */
export function PasswordForm({ userId, attempt, why, action, onSubmit }: PasswordFormProps) {
  const words = useMessages(identityMessages);
  const common = useMessages(commonMessages);
  const { password, change } = useTypedFields();
  const [requested, setRequested] = useState(false);
  const field = useFirstFocus(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRequested(true);
    if (password === '') field.current?.focus();
    else onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {why}
        <UsernameInput userId={userId} />
        <PasswordField
          ref={field}
          label={`${words.password} (${userId})`}
          error={requested && password === '' ? words.passwordMissing : undefined}
          showLabel={common.showPassword}
          value={password}
          onChange={(value) => change({ password: value })}
          {...passwordOfPerson}
        />
        {/* Under what is typed, so that no field moves when it comes. */}
        {attempt.error && <ProblemNote error={attempt.error} />}
        <Button type="submit" variant="strong" full busy={attempt.busy}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
