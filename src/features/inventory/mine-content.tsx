import { type ReactNode, useState } from 'react';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import { catalogPages } from '../../../contract/common/catalog-pages.ts';
import { useAccount } from '../../engine-context.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Sheet } from '../../ui/feedback/dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useMessages } from '../../ui/i18n/context.tsx';
import { commonMessages } from '../../ui/i18n/messages.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Cluster, Stack } from '../../ui/layout/stack.tsx';
import { List } from '../../ui/lists/list.tsx';
import { inventoryMessages } from './messages.ts';

type Row = (entry: CatalogEntry, trailing: ReactNode, line: string) => ReactNode;

type MineContentProps = {
  installed: readonly CatalogEntry[];
  /** The version numbers of installed applications, by application, where they are known. */
  versions: ReadonlyMap<string, string>;
  downloaded: readonly CatalogEntry[];
  row: Row;
  button: (entry: CatalogEntry) => ReactNode;
};

/** What is installed on this device, and what the person downloaded before. */
export function MineContent({ installed, versions, downloaded, row, button }: MineContentProps) {
  const words = useMessages(inventoryMessages);
  if (installed.length === 0 && downloaded.length === 0) {
    return (
      <EmptyState
        icon="phone"
        title={words.nothing}
        action={<ButtonLink href={catalogPages.apps}>{words.find}</ButtonLink>}
      >
        {words.nothingWhy}
      </EmptyState>
    );
  }
  const lineOf = (entry: CatalogEntry) => {
    const version = versions.get(entry.id);
    return version === undefined ? words.unknownVersion : words.version({ version });
  };
  return (
    <>
      {installed.length > 0 && (
        <Section title={words.installed}>
          <List label={words.installed}>
            {installed.map((entry) => (
              <li key={entry.id}>
                {row(
                  entry,
                  <Cluster>
                    {button(entry)}
                    <Options entry={entry} />
                  </Cluster>,
                  lineOf(entry),
                )}
              </li>
            ))}
          </List>
        </Section>
      )}
      {downloaded.length > 0 && (
        <Section title={words.before}>
          <List label={words.before}>
            {downloaded.map((entry) => (
              <li key={entry.id}>
                {row(entry, button(entry), words.version({ version: entry.version.version_num }))}
              </li>
            ))}
          </List>
        </Section>
      )}
    </>
  );
}

/** The menu with "Mark as removed": only the person knows that. */
function Options({ entry }: { entry: CatalogEntry }) {
  const { installs } = useAccount();
  const words = useMessages(inventoryMessages);
  const common = useMessages(commonMessages);
  const say = useToast();
  const [open, setOpen] = useState(false);
  const remove = async () => {
    await installs.recordRemoved(entry.id);
    setOpen(false);
    say({ text: words.removed({ app: entry.version.app_name }) });
  };
  return (
    <>
      <IconButton
        icon="more"
        label={words.options({ app: entry.version.app_name })}
        onClick={() => setOpen(true)}
      />
      <Sheet
        open={open}
        title={entry.version.app_name}
        onClose={() => setOpen(false)}
        closeLabel={common.close}
      >
        <Stack>
          <Button variant="danger" full onClick={() => void remove()}>
            {words.remove}
          </Button>
        </Stack>
      </Sheet>
    </>
  );
}
