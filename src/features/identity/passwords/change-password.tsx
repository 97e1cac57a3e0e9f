import { type FormEvent, Suspense, useState } from 'react';
import { type ClientError, RefusedError } from '../../../data/http/errors.ts';
import { useAccount, useEngine } from '../../../engine-context.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { PasswordField } from '../../../ui/controls/password-field.tsx';
import { Sheet } from '../../../ui/feedback/dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { commonMessages } from '../../../ui/i18n/messages.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { SettingRow } from '../../../ui/lists/setting-row.tsx';
import { ProblemNote } from '../problem-note.tsx';
import { UsernameInput } from '../sign-in/username-input.tsx';
import { useAttempt } from '../use-attempt.ts';
import { useFirstFocus } from '../use-first-focus.ts';
import { changeMessages } from './change-messages.ts';
import { newPasswordMessages } from './new-password-messages.ts';
import { describeRule, findFlaw } from './password-rule.ts';

/** The row of the account in which the person changes their password. */
export function ChangePassword() {
  const words = useMessages(changeMessages);
  const [open, setOpen] = useState(false);
  return (
    <Card tight>
      <SettingRow icon="lock" label={words.title} onPress={() => setOpen(true)} />
      {/* Its words come late in other languages than English: meanwhile the page stays, and what has the focus. */}
      <Suspense fallback={null}>{open && <ChangePasswordSheet onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  );
}

function ChangePasswordSheet({ onClose }: { onClose: () => void }) {
  const account = useAccount();
  const { session } = useEngine();
  const words = useMessages(changeMessages);
  const rules = useMessages(newPasswordMessages);
  const common = useMessages(commonMessages);
  const say = useToast();
  const attempt = useAttempt();
  const [password, setPassword] = useState('');
  const [newPassword, setNext] = useState('');
  const [endOthers, setEndOthers] = useState(true);
  const [tried, setTried] = useState(false);
  const first = useFirstFocus(true);
  const second = useFirstFocus(false);
  const flaw = findFlaw(newPassword, password, rules);
  const { error } = attempt;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (password === '') return first.current?.focus();
    if (flaw !== undefined) return second.current?.focus();
    return void attempt.run(async () => {
      const ended = await session.changePassword({ password, newPassword, endOthers });
      say({ text: words.changed({ count: ended }), tone: 'success' });
      onClose();
    });
  };
  const type = (set: (value: string) => void) => (value: string) => {
    set(value);
    attempt.clear();
  };
  return (
    <Sheet open title={words.title} onClose={onClose} closeLabel={common.close}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {error && !isFieldError(error) && <ProblemNote error={error} />}
          <UsernameInput userId={account.user.user_id} />
          <PasswordField
            ref={first}
            label={words.current}
            error={isWrong(error) ? words.wrong : tried && password === '' ? words.currentMissing : undefined}
            showLabel={common.showPassword}
            value={password}
            onChange={type(setPassword)}
            name="current-password"
            autoComplete="current-password"
            maxLength={1000}
            required
          />
          <PasswordField
            ref={second}
            label={rules.field}
            error={isRule(error) ? describeRule(error, rules) : tried ? flaw : undefined}
            showLabel={common.showPassword}
            value={newPassword}
            onChange={type(setNext)}
            name="new-password"
            autoComplete="new-password"
            maxLength={1000}
            required
          />
          <Checkbox
            label={words.endOthers}
            hint={words.endOthersHint}
            checked={endOthers}
            onChange={setEndOthers}
          />
          <Button type="submit" variant="strong" size="large" full busy={attempt.busy}>
            {words.save}
          </Button>
        </Stack>
      </form>
    </Sheet>
  );
}

const isFieldError = (error: ClientError | null): error is RefusedError =>
  error instanceof RefusedError && error.errorName === 'invalid_input';

const isWrong = (error: ClientError | null): boolean =>
  isFieldError(error) && error.details?.rule === 'wrong';

const isRule = (error: ClientError | null): error is RefusedError => isFieldError(error) && !isWrong(error);
