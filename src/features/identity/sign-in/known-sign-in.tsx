import type { ReactNode } from 'react';
import type { OldRecordsChoice } from '../../../data/session/account-encryption.ts';
import { OldPasswordNeededError } from '../../../data/session/unlock-errors.ts';
import { ExpiredPassword } from '../passwords/expired-password.tsx';
import { OldPasswordForm } from '../passwords/old-password-form.tsx';
import { PasswordForm } from '../passwords/password-form.tsx';
import { isExpired } from '../problem.ts';
import { useTypedFields } from '../typed-fields-state.ts';
import { useAttempt } from '../use-attempt.ts';

type KnownSignInProps = {
  userId: string;
  why: ReactNode;
  /** The text of the button. */
  action: string;
  /** Signs them in. Throws a `ClientError`. */
  signIn: (password: string, stored?: OldRecordsChoice) => Promise<void>;
};

/** Signs in a person who is known: by the password, by a new one when it has expired, by an earlier one when it was changed. */
export function KnownSignIn({ userId, why, action, signIn }: KnownSignInProps) {
  const { password, change, clear } = useTypedFields();
  const attempt = useAttempt();
  const run = (password: string, stored?: OldRecordsChoice) =>
    attempt.run(async () => {
      await signIn(password, stored);
      clear();
    });
  const withNewPassword = (next: string) => {
    change({ password: next });
    // The expired one may be the way to what is kept here.
    void run(next, { password });
  };
  if (isExpired(attempt.error)) {
    return (
      <ExpiredPassword
        userId={userId}
        password={password}
        onChanged={withNewPassword}
        onBack={attempt.clear}
      />
    );
  }
  if (attempt.error instanceof OldPasswordNeededError) {
    return (
      <OldPasswordForm
        error={attempt.error}
        busy={attempt.busy}
        onChooseOldRecords={(stored) => void run(password, stored)}
      />
    );
  }
  return (
    <PasswordForm
      userId={userId}
      attempt={attempt}
      why={why}
      action={action}
      onSubmit={() => void run(password)}
    />
  );
}
