const openedFrom = new WeakMap<HTMLDialogElement, Element | null>();

/**
 * The simulated page knows `<dialog>`, but cannot open one yet. This adds the part of HTML's dialog steps that needs no
 * layout: the `open` attribute, returning the focus, and the `close` event. The rest (keeping the focus inside, Escape,
 * the backdrop) is tested in a browser.
 */
export function letDialogsOpen(): void {
  if ('showModal' in HTMLDialogElement.prototype) return;
  Object.assign(HTMLDialogElement.prototype, { showModal, close });
}

function showModal(this: HTMLDialogElement): void {
  if (this.open) throw new DOMException('The dialog is open', 'InvalidStateError');
  openedFrom.set(this, document.activeElement);
  this.open = true;
}

function close(this: HTMLDialogElement): void {
  if (!this.open) return;
  this.open = false;
  const before = openedFrom.get(this);
  if (before instanceof HTMLElement) before.focus();
  queueMicrotask(() => this.dispatchEvent(new Event('close')));
}
