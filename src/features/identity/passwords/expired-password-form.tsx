import { useEngine } from '../../../engine-context.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { newPasswordMessages } from './new-password-messages.ts';

type ExpiredPasswordFormProps = {
  userId: string;
  /** The expired one, which proves who they are. */
  password: string;
  /** Called when the service has accepted the new password. */
  onChanged: (password: string) => void;
  onBack: () => void;
};

/** Asks for a new password in place of an expired one. The caller provides the heading above it. */
export function ExpiredPasswordForm({ userId, password, onChanged, onBack }: ExpiredPasswordFormProps) {
  const { session } = useEngine();
  const words = useMessages(newPasswordMessages);
  const save = async (newPassword: string) => {
    await session.calls.changePassword({ userId, password, newPassword });
    onChanged(newPassword);
  };
  const why = (
    <Note tone="warn" live title={words.expired}>
      {words.expiredHelp}
    </Note>
  );
  return (
    <NewPasswordForm
      userId={userId}
      old={password}
      why={why}
      action={words.save}
      save={save}
      onBack={onBack}
    />
  );
}
