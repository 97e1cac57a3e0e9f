import { useToast } from '../feedback/toast.tsx';
import { Button } from './button.tsx';

type CopyButtonProps = {
  text: string;
  /** `done` and `failed` are said after the press. */
  labels: { copy: string; done: string; failed: string };
};

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, labels }: CopyButtonProps) {
  const say = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say({ text: labels.done, tone: 'success' });
    } catch {
      // The browser refused, or the address is not safe enough for it.
      say({ text: labels.failed, tone: 'error' });
    }
  };
  return (
    <Button size="pill" variant="quiet" icon="copy" onClick={() => void copy()}>
      {labels.copy}
    </Button>
  );
}
