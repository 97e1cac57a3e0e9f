/** What had the focus when a dialog was opened, and, where that was in another dialog, what had opened that one. */
const openers = new WeakMap<HTMLDialogElement, readonly HTMLElement[]>();

/**
 * Opens a dialog over the page. Returns a function that closes it and gives the focus back to what opened it, or to the
 * page's heading where that is gone. The browser does so by itself only while the dialog is still in the page.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const before = listOpeners();
  openers.set(dialog, before);
  // Without its scrollbar the page would be wider; base.css leaves the room free.
  const scrollbar = window.innerWidth - document.documentElement.clientWidth;
  document.documentElement.style.setProperty('--scrollbar', `${scrollbar}px`);
  dialog.showModal();
  return () => {
    dialog.close();
    if (getFocusedElement() !== null) return;
    const opener = before.find(isThere);
    if (opener === undefined) focusHeading();
    else opener.focus({ preventScroll: true });
  };
}

function listOpeners(): readonly HTMLElement[] {
  const opener = getFocusedElement();
  if (opener === null) return [];
  const outer = opener.closest('dialog');
  return [opener, ...((outer && openers.get(outer)) ?? [])];
}

/** Focuses the heading of the page, where a screen reader begins to read. Returns whether there is one. */
export function focusHeading(): boolean {
  const headings = [...document.querySelectorAll<HTMLElement>('main h1')];
  const heading = headings.find(isThere);
  if (heading === undefined) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

function getFocusedElement(): HTMLElement | null {
  const { activeElement: active } = document;
  return active instanceof HTMLElement && active !== document.body ? active : null;
}

/** Whether the element is in the page, drawn, and may be used. */
const isThere = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  // The simulated pages of tests have no layout.
  (typeof element.checkVisibility !== 'function' || element.checkVisibility());
