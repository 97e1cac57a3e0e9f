import type { CatalogEntry } from '../../../../contract/catalog.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useMessages } from '../../../ui/i18n/context.tsx';
import { useInstall } from '../install-state.ts';
import { downloadMessages } from '../messages.ts';

/** Opens the help for an application that does not install. */
export function HelpButton({ entry }: { entry: CatalogEntry }) {
  const words = useMessages(downloadMessages);
  const { open } = useInstall();
  return (
    <Button
      variant="plain"
      size="large"
      full
      aria-label={words.named({ action: words.help, app: entry.version.app_name })}
      onClick={() => open({ kind: 'help', entry, version: entry.version })}
    >
      {words.help}
    </Button>
  );
}
