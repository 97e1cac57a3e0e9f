/** Absolute address of a stored image, below the base of the service's links; null without one. */
export const buildMediaUrl = (base: string, sha256: string | null): string | null =>
  sha256 === null ? null : `${base}/media/${sha256}.png`;
