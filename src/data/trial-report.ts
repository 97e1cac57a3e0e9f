/** What a page of a release on trial reports to the worker that serves it: that it has been drawn, or will not be. */
export interface TrialReport {
  type: 'release-drawn' | 'release-not-drawn';
  release: string;
}

/**
 * The name of the `meta` element that the worker adds to a page of the earlier release, after a newer one was taken
 * back; its content names the newer one.
 */
export const rolledBackMeta = 'release-taken-back';
