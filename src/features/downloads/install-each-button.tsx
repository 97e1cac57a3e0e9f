import { useState } from 'react';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { installEach } from './hand-over.ts';
import { downloadMessages } from './messages.ts';

type InstallEachButtonProps = { entries: readonly CatalogEntry[]; purpose: 'install' | 'update' };

/** A button that installs or updates all of these applications. */
export function InstallEachButton({ entries, purpose }: InstallEachButtonProps) {
  const words = useMessages(downloadMessages);
  const [busy, setBusy] = useState(false);
  if (entries.length < 2) return null;
  const press = async () => {
    setBusy(true);
    await installEach(entries);
    setBusy(false);
  };
  return (
    <Button variant="strong" full busy={busy} onClick={() => void press()}>
      {purpose === 'update' ? words.updateAll : words.installAll}
    </Button>
  );
}
