import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';

type FailedNoteProps = { onRetry: () => Promise<void>; children: ReactNode };

/** Says that something could not be loaded, with a button that tries again. */
export function FailedNote({ onRetry, children }: FailedNoteProps) {
  const { tryAgain } = useMessages(commonMessages);
  return (
    <Note
      tone="error"
      action={
        <Button size="pill" onClick={() => void onRetry()}>
          {tryAgain}
        </Button>
      }
    >
      {children}
    </Note>
  );
}
