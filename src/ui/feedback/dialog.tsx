import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import './dialog.css';
import { IconButton } from '../controls/icon-button.tsx';
import { openModal } from './modal.ts';

export type DialogProps = {
  open: boolean;
  title: string;
  /** Called by Escape, the backdrop, the phone's back gesture and the close button. Without it, the dialog must be answered. */
  onClose?: (() => void) | undefined;
  closeLabel?: string;
  /** Buttons at the end, the main one first. */
  actions?: ReactNode;
  /** dialog: in the middle · sheet: from the bottom on a phone, in the middle from 768 px. */
  shape?: 'dialog' | 'sheet';
  children: ReactNode;
};

/**
 * A modal window on the native `<dialog>`: the browser keeps the focus inside, and afterwards what opened it has it
 * again. Its children are drawn only while it is open.
 */
export function Dialog({
  open,
  title,
  onClose,
  closeLabel,
  actions,
  shape = 'dialog',
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => follow(ref.current, open), [open]);
  useEffect(() => onBackdrop(ref.current, onClose), [onClose]);

  const cancel = (event: SyntheticEvent) => {
    // React passes the events of a dialog on to the one around it, unlike the browser.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose?.();
  };
  // The browser may close the dialog by itself (a second Escape, the phone's back gesture).
  const handleClosed = () => {
    if (!open || ref.current?.open) return;
    if (onClose) onClose();
    else ref.current?.showModal();
  };
  return (
    <dialog
      className="dialog"
      data-shape={shape}
      aria-labelledby={titleId}
      ref={ref}
      onCancel={cancel}
      onClose={handleClosed}
    >
      {open && (
        <div className="dialog-box">
          <header className="dialog-head">
            <h2 id={titleId}>{title}</h2>
            {onClose && closeLabel && (
              <IconButton icon="close" ground="sunken" label={closeLabel} onClick={onClose} />
            )}
          </header>
          <div className="dialog-body">{children}</div>
          {actions && <footer className="dialog-actions">{actions}</footer>}
        </div>
      )}
    </dialog>
  );
}

/** A dialog that rises from the bottom of a phone. */
export function Sheet(props: Omit<DialogProps, 'shape'>) {
  return <Dialog {...props} shape="sheet" />;
}

/** Opens or closes the element, and closes it when it is removed from the page. */
function follow(dialog: HTMLDialogElement | null, open: boolean): (() => void) | undefined {
  return dialog && open ? openModal(dialog) : undefined;
}

/** Calls back when the backdrop is pressed. The keyboard has Escape for that. */
function onBackdrop(
  dialog: HTMLDialogElement | null,
  pressed: (() => void) | undefined,
): (() => void) | undefined {
  if (!dialog || !pressed) return undefined;
  const listen = (event: Event) => {
    if (event.target === dialog) pressed();
  };
  dialog.addEventListener('click', listen);
  return () => dialog.removeEventListener('click', listen);
}
