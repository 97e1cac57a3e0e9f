import { focusHeading } from '../../ui/modal.ts';

/**
 * Moves the focus to the page's heading as soon as there is one, unless the page itself has put the person into a field, or
 * they have done something meanwhile. Returns a function that stops waiting.
 */
export function focusWhenDrawn(): (() => void) | undefined {
  if (isInField() || focusHeading()) return undefined;
  const watcher = new MutationObserver(() => {
    if (isInField() || focusHeading()) stop();
  });
  const stop = () => {
    watcher.disconnect();
    for (const event of inputs) window.removeEventListener(event, stop);
  };
  watcher.observe(document.body, { childList: true, subtree: true });
  for (const event of inputs) window.addEventListener(event, stop);
  return stop;
}

const inputs = ['pointerdown', 'keydown'];

const isInField = (): boolean => document.querySelector('main :is(input, textarea):focus') !== null;
