/** The longest wait in milliseconds, however busy the page is. */
const longest = 1500;
/** Milliseconds to wait in browsers that do not tell when they are idle: long enough for a page to be drawn first. */
const fallback = 300;

/** Resolves when the page is idle, and so has been drawn; at once where there is no page. */
export function whenIdle(): Promise<void> {
  if (typeof document === 'undefined') return Promise.resolve();
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: longest });
    else setTimeout(resolve, fallback);
  });
}
