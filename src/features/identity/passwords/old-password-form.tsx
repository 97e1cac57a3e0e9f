import { type FormEvent, useState } from 'react';
import type { OldRecordsChoice } from '../../../data/session/account-encryption.ts';
import type { OldPasswordNeededError } from '../../../data/session/unlock-errors.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PasswordField } from '../../../ui/controls/password-field.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { commonMessages } from '../../../ui/i18n/messages.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { localRecordsMessages } from '../sign-in/local-records-messages.ts';
import { useFirstFocus } from '../use-first-focus.ts';

type OldPasswordFormProps = {
  error: OldPasswordNeededError;
  busy: boolean;
  /** Called with the earlier password, or to sign in without the stored records. */
  onChooseOldRecords: (stored: OldRecordsChoice) => void;
  /** Whether it has the heading of the page. */
  heading?: boolean;
};

/** Asks for the password that opens records that were stored here before it was changed. */
export function OldPasswordForm({ error, busy, onChooseOldRecords, heading = false }: OldPasswordFormProps) {
  const words = useMessages(localRecordsMessages).oldPassword;
  const common = useMessages(commonMessages);
  const [password, setPassword] = useState('');
  const field = useFirstFocus(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') field.current?.focus();
    else onChooseOldRecords({ password });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {heading && <h1>{words.title}</h1>}
        <Note tone="warn" live title={words.why}>
          {error.waiting > 0 ? words.waiting({ count: error.waiting }) : ''}
        </Note>
        <PasswordField
          ref={field}
          label={words.field}
          error={error.isWrong ? words.wrong : undefined}
          showLabel={common.showPassword}
          value={password}
          onChange={setPassword}
          name="old-password"
          autoComplete="off"
          maxLength={1000}
          required
        />
        <Button type="submit" variant="strong" full busy={busy}>
          {words.open}
        </Button>
        <Button
          variant={error.waiting > 0 ? 'danger' : 'plain'}
          full
          onClick={() => onChooseOldRecords('give up')}
        >
          {error.waiting > 0 ? words.giveUpLosing : words.giveUp}
        </Button>
      </Stack>
    </form>
  );
}
