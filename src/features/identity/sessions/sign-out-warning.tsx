import { Note } from '../../../ui/feedback/note.tsx';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { identityMessages } from '../messages.ts';
import './sign-out.css';

type SignOutWarningProps = {
  /** How many writes would be lost. */
  unsent: number;
  /** Whether signing out was tried and failed. */
  failed: boolean;
};

/** What signing out removes from this device, and what would be lost for good. */
export function SignOutWarning({ unsent, failed }: SignOutWarningProps) {
  const words = useMessages(identityMessages).signOut;
  return (
    <Stack>
      {failed && (
        <Note tone="error" live>
          {words.failed}
        </Note>
      )}
      {unsent > 0 && (
        <Note tone="warn" title={words.unsent({ count: unsent })}>
          {words.unsentHelp}
        </Note>
      )}
      <p>{words.deleted}</p>
      <ul className="sign-out-list">
        {words.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p className="quiet">{words.kept}</p>
    </Stack>
  );
}
