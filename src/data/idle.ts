/** The longest wait in milliseconds, however busy the page is. */
const maxWaitMs = 1500;
/** Milliseconds to wait in browsers that do not tell when they are idle: long enough for a page to be drawn first. */
const fallbackDelayMs = 300;

/** Resolves when the page is idle, and so has been drawn; at once where there is no page. */
export function waitUntilIdle(): Promise<void> {
  if (typeof document === 'undefined') return Promise.resolve();
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
    else setTimeout(resolve, fallbackDelayMs);
  });
}
