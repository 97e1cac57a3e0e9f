import { focusHeading } from '../../ui/feedback/modal.ts';

/**
 * Moves the focus to the page's heading as soon as there is one, and to the next one where that is replaced, until the
 * person does something; not where the page itself has put them into a field. Returns a function that stops it.
 */
export function focusWhenDrawn(): () => void {
  let isDone = false;
  const focus = () => {
    // The list's heading comes after its pane; one that had the focus may have been replaced.
    if (isDone && document.activeElement !== document.body) return;
    isDone = document.querySelector('main :is(input, textarea):focus') !== null || focusHeading();
  };
  focus();
  const watcher = new MutationObserver(focus);
  const stop = () => {
    watcher.disconnect();
    for (const event of inputs) window.removeEventListener(event, stop);
  };
  watcher.observe(document.body, { childList: true, subtree: true });
  for (const event of inputs) window.addEventListener(event, stop);
  return stop;
}

const inputs = ['pointerdown', 'keydown'];
