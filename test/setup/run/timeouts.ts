const second = 1000;
const minute = 60 * second;

/**
 * Every limit of waiting in the tests, in milliseconds. They end a wait for what never comes, and are far above what a
 * busy machine needs: how fast the product is, `npm run bench` says, never a test that ran out of time.
 */
export const timeouts = {
  /** One thing that is awaited: an element, an answer, a row that a job writes. Below those of tests, so that it says what was missing. */
  step: 2 * minute,
  /** A whole test, or what is done before and after the tests of a file. */
  test: 10 * minute,
  /** The same, where a browser looks at many pages. */
  browserTest: 20 * minute,
} as const;
