import type { TrialReport } from './data/trial-report.ts';

/**
 * Watches a release on its first start. The worker adds this script to the page until the release has been drawn once;
 * it is a separate file, so that it works whatever in the release does not.
 */

/** Milliseconds between two checks. */
const step = 250;
/** Checks of a visible page until it counts as not drawn: 20 s. */
const looks = 80;
/** The same after a script has failed: 5 s. */
const looksAfterFault = 20;

function watch(release: string): void {
  let left = looks;
  const hurry = () => {
    left = Math.min(left, looksAfterFault);
  };
  const heard = ({ target }: Event) => {
    // Missing pictures are no fault of the release.
    if (target === window || target instanceof HTMLScriptElement) hurry();
  };
  addEventListener('error', heard, true);
  addEventListener('unhandledrejection', hurry);
  const tell = (type: TrialReport['type']) => {
    const report: TrialReport = { type, release };
    navigator.serviceWorker.controller?.postMessage(report);
  };
  const timer = setInterval(() => {
    if (document.visibilityState !== 'visible') return;
    if (isBroken()) hurry();
    left -= 1;
    if (isDrawn()) whenPainted(() => tell('release-drawn'));
    else if (left <= 0) tell('release-not-drawn');
    else return;
    clearInterval(timer);
    removeEventListener('error', heard, true);
    removeEventListener('unhandledrejection', hurry);
  }, step);
}

/** Every screen has a heading, including those that only say why there is nothing to see. */
const isDrawn = (): boolean =>
  !isBroken() && [...document.querySelectorAll('h1')].some((heading) => heading.getClientRects().length > 0);

/** Whether the page shows the message that replaces a page that can't be drawn. */
const isBroken = (): boolean => document.querySelector('[data-broken]') !== null;

/** Calls back in the frame after the next one: by then the next one is on the screen. */
const whenPainted = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then));

const release = document.currentScript?.dataset['release'];
if (release !== undefined) watch(release);
