import { useState } from 'react';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { reasonOf } from '../../data/http/errors.ts';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { Note } from '../../ui/note.tsx';
import { Stack } from '../../ui/stack.tsx';
import { useErrorText } from '../errors/error-text.ts';
import { installEach, type NotStarted } from './hand-over.ts';
import { downloadMessages } from './messages.ts';

type InstallEachButtonProps = { entries: readonly CatalogEntry[]; purpose: 'install' | 'update' };

/** One tap for all of them; what did not begin is named, and begun again by the same button. */
export function InstallEachButton({ entries, purpose }: InstallEachButtonProps) {
  const words = useMessages(downloadMessages);
  const textOf = useErrorText();
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState<NotStarted | null>(null);
  if (entries.length < 2 && left === null && !busy) return null;
  const press = async () => {
    setBusy(true);
    setLeft(await installEach(left?.entries ?? entries));
    setBusy(false);
  };
  const all = purpose === 'update' ? words.updateAll : words.installAll;
  return (
    <Stack>
      {left !== null && (
        <Note tone="error" live title={words.notStarted(left.entries.map(({ version }) => version.app_name))}>
          {textOf(reasonOf(left.error))}
        </Note>
      )}
      <Button variant="strong" full busy={busy} onClick={() => void press()}>
        {left === null ? all : words.again}
      </Button>
    </Stack>
  );
}
