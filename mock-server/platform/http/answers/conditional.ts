/**
 * Whether an `If-None-Match` header names this entity tag or that of a compressed form of the same content; the answer is
 * then 304. Weak comparison, RFC 9110, section 13.1.2.
 */
export const namesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || namedEtag(header, etag) !== undefined);

/** The tag in an `If-None-Match` header that belongs to this content, compressed or not. */
export const namedEtag = (header: string | undefined, etag: string): string | undefined =>
  // Most clients send one tag, exactly as they got it.
  header === etag
    ? etag
    : header
        ?.split(',')
        .map(strongTag)
        .find((tag) => tag.replace(coded, '"') === etag);

/** The entity tag of a compressed form of the content with the tag `etag`. */
export const codedEtag = (etag: string, coding: string): string => `${etag.slice(0, -1)}--${coding}"`;

const coded = /--(zstd|br|gzip)"$/;
const strongTag = (tag: string): string => tag.trim().replace(/^W\//, '');
