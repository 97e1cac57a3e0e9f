import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Note } from '../../ui/note.tsx';

type FailedNoteProps = { onAgain: () => Promise<void>; children: ReactNode };

/** Says that something could not be loaded, with a button that tries again. */
export function FailedNote({ onAgain, children }: FailedNoteProps) {
  const { tryAgain } = useMessages(commonMessages);
  return (
    <Note
      tone="error"
      action={
        <Button size="pill" onClick={() => void onAgain()}>
          {tryAgain}
        </Button>
      }
    >
      {children}
    </Note>
  );
}
