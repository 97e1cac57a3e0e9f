import { queryMedia } from '../layout/media.ts';

/** What the person chose: light, dark, or the same as the system. */
export type Appearance = 'system' | 'light' | 'dark';

/** Shows the page light or dark; `system` follows the device (`data-appearance`, see tokens.css). */
export function applyAppearance(root: HTMLElement, appearance: Appearance): void {
  if (appearance === 'system') delete root.dataset.appearance;
  else root.dataset.appearance = appearance;
}

/** Gives the browser's own bars the colour of the page. Call it after a change of palette or appearance. */
export function matchThemeColor(document: Document): void {
  const page = getComputedStyle(document.documentElement).getPropertyValue('--page').trim();
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.removeAttribute('media');
    meta.setAttribute('content', page);
  }
}

/** Calls back whenever the device changes between light and dark. Returns a function that stops it. */
export function onSystemAppearance(changed: () => void): () => void {
  const dark = queryMedia('(prefers-color-scheme: dark)');
  dark?.addEventListener('change', changed);
  return () => dark?.removeEventListener('change', changed);
}
