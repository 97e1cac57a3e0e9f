import type { TrialReport } from './data/trial-report.ts';

/**
 * Watches a release on its first start. The worker adds this script to the page until the release has been drawn once;
 * it is a separate file, so that it works whatever in the release does not.
 */

/** Milliseconds between two checks. */
const checkIntervalMs = 250;
/** Checks of a visible page until it counts as not drawn: 20 s. */
const maxChecks = 80;
/** The same after a script has failed: 5 s. */
const maxChecksAfterError = 20;

function watch(release: string): void {
  let left = maxChecks;
  const shortenTrial = () => {
    left = Math.min(left, maxChecksAfterError);
  };
  const handleError = ({ target }: Event) => {
    // Missing pictures are no fault of the release.
    if (target === window || target instanceof HTMLScriptElement) shortenTrial();
  };
  addEventListener('error', handleError, true);
  addEventListener('unhandledrejection', shortenTrial);
  const sendReport = (type: TrialReport['type']) => {
    const report: TrialReport = { type, release };
    navigator.serviceWorker.controller?.postMessage(report);
  };
  const timer = setInterval(() => {
    if (document.visibilityState !== 'visible') return;
    if (isBroken()) shortenTrial();
    left -= 1;
    if (isDrawn()) afterPaint(() => sendReport('release-drawn'));
    else if (left <= 0) sendReport('release-not-drawn');
    else return;
    clearInterval(timer);
    removeEventListener('error', handleError, true);
    removeEventListener('unhandledrejection', shortenTrial);
  }, checkIntervalMs);
}

/** Every screen has a heading, including those that only say why there is nothing to see. */
const isDrawn = (): boolean =>
  !isBroken() && [...document.querySelectorAll('h1')].some((heading) => heading.getClientRects().length > 0);

/** Whether the page shows the message that replaces a page that can't be drawn. */
const isBroken = (): boolean => document.querySelector('[data-broken]') !== null;

/** Calls back in the frame after the next one: by then the next one is on the screen. */
const afterPaint = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then));

const release = document.currentScript?.dataset['release'];
if (release !== undefined) watch(release);
