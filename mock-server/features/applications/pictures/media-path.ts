/** Address of a stored image from the root of the origin; null without one. */
export const mediaPath = (sha256: string | null): string | null =>
  sha256 === null ? null : `/media/${sha256}.png`;
