import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Icon } from '../pictures/icons.tsx';
import './toast.css';

export type Toast = {
  text: string;
  tone?: 'plain' | 'success' | 'error';
  /** With an action the toast stays until it is answered or dismissed. */
  action?: { label: string; onPress: () => void };
};

type Shown = Toast & { id: number };
type Say = (toast: Toast) => void;

const Context = createContext<Say>(() => undefined);
const SHOWN_FOR_MS = 6000;

/** Shows a short message: `const say = useToast(); say({ text })`. A new toast replaces the one before. */
export function useToast(): Say {
  return useContext(Context);
}

/** Provides the live region in which toasts appear; used once, around the whole application. */
export function ToastProvider({ dismissLabel, children }: { dismissLabel: string; children: ReactNode }) {
  const [shown, setShown] = useState<Shown>();
  const say = useCallback(
    (toast: Toast) => setShown((before) => ({ ...toast, id: (before?.id ?? 0) + 1 })),
    [],
  );
  const dismiss = useCallback(() => setShown(undefined), []);
  return (
    <Context value={say}>
      {children}
      <output className="toast-region">
        {shown && <Bubble key={shown.id} toast={shown} dismissLabel={dismissLabel} onDismiss={dismiss} />}
      </output>
    </Context>
  );
}

type BubbleProps = { toast: Shown; dismissLabel: string; onDismiss: () => void };

function Bubble({ toast, dismissLabel, onDismiss }: BubbleProps) {
  const [isPaused, setIsPaused] = useState(false);
  const { action } = toast;
  useEffect(() => {
    if (isPaused || action) return undefined;
    const timer = setTimeout(onDismiss, SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [isPaused, action, onDismiss]);
  const act = () => {
    action?.onPress();
    onDismiss();
  };
  return (
    <span
      className="toast"
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
    >
      {toast.tone === 'error' && <Icon name="error" />}
      {toast.tone === 'success' && <Icon name="success" />}
      <span className="toast-text">{toast.text}</span>
      {action && (
        <Button variant="quiet" onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label={dismissLabel} onClick={onDismiss} />
    </span>
  );
}
