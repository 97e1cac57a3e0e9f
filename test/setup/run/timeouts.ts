const second = 1000;
const minute = 60 * second;

/**
 * All timeouts of the tests, in milliseconds. They end a wait for what never comes, and are far longer than a busy
 * machine needs: `npm run bench` says how fast the product is, never a test that timed out.
 */
export const timeouts = {
  /**
   * The wait for one thing: an element, an answer, a row that a job writes. Shorter than the timeouts of tests, so that
   * the error says what was missing.
   */
  step: 2 * minute,
  /** A whole test, or the hooks before and after the tests of a file. */
  test: 10 * minute,
  /** A whole test in which a browser visits many pages. */
  browserTest: 20 * minute,
} as const;
