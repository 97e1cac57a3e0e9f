import { useAccount } from '../../engine-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useObservable } from '../../ui/hooks/use-observable.ts';
import { useMessages } from '../../ui/i18n/context.tsx';
import { settingsMessages } from './messages.ts';

/**
 * Says what could not be read on this device and was set aside, with a report about it for support; nothing when all is
 * well.
 */
export function SetAsideNote() {
  const words = useMessages(settingsMessages).storage;
  const { unreadable } = useAccount();
  const { records } = useObservable(unreadable.state);
  if (records === 0) return null;
  const save = async () => {
    if (await shareFile(await unreadable.report())) await unreadable.markReported();
  };
  return (
    <Note
      tone="warn"
      title={words.unread({ count: records })}
      action={
        <Button size="pill" icon="share" onClick={() => void save()}>
          {words.saveReport}
        </Button>
      }
    >
      {words.unreadHelp}
    </Note>
  );
}

/** Shares a file, or saves it where the browser can't share. Returns false when the person cancelled. */
async function shareFile(file: File): Promise<boolean> {
  if (navigator.canShare?.({ files: [file] })) {
    return navigator.share({ files: [file] }).then(
      () => true,
      () => false,
    );
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return true;
}
