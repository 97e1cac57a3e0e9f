import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Details } from '../../ui/lists/facts.tsx';
import { settingsMessages } from './messages.ts';
import { SetAsideNote } from './set-aside-note.tsx';
import { type Storage, useStorage } from './use-storage.ts';

/** What the catalog keeps on this device, and a button that frees what can be loaded again. */
export function StorageSection() {
  const words = useMessages(settingsMessages).storage;
  const status = useObservable(useAccount().storage);
  const storage = useStorage();
  return (
    <Section title={words.title}>
      <SetAsideNote />
      {status !== 'kept' && <Note tone="warn">{words[status]}</Note>}
      <Card>
        <UsedStorage storage={storage} />
        <p className="quiet small">{words.kept}</p>
        <FreeButton storage={storage} />
        <p className="quiet small">{words.freeHelp}</p>
      </Card>
    </Section>
  );
}

function UsedStorage({ storage }: { storage: Storage }) {
  const words = useMessages(settingsMessages).storage;
  const { bytes, number } = useFormat();
  const { estimate, isMeasured } = storage;
  if (estimate === null) return isMeasured && <p>{words.unknown}</p>;
  const { usage, quota, images } = estimate;
  const facts = [
    { label: words.used, value: words.usedOf({ used: bytes(usage), quota: bytes(quota) }) },
    { label: words.pictures, value: number(images) },
  ];
  return <Details facts={facts} />;
}

function FreeButton({ storage }: { storage: Storage }) {
  const words = useMessages(settingsMessages).storage;
  const { bytes } = useFormat();
  const say = useToast();
  const free = async () => {
    try {
      const freed = await storage.clear();
      say({ text: freed > 0 ? words.freed({ size: bytes(freed) }) : words.freedNothing, tone: 'success' });
    } catch {
      say({ text: words.failed, tone: 'error' });
    }
  };
  return (
    <Button icon="trash" busy={storage.busy} onClick={() => void free()}>
      {words.free}
    </Button>
  );
}
