/**
 * Whether an `If-None-Match` header names this entity tag or that of a compressed form of the same content; the answer is
 * then 304. Weak comparison, RFC 9110, section 13.1.2.
 */
export const isEtagNamed = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || findNamedEtag(header, etag) !== undefined);

/** The tag in an `If-None-Match` header that belongs to this content, compressed or not. */
export const findNamedEtag = (header: string | undefined, etag: string): string | undefined =>
  // Most clients send one tag, exactly as they got it.
  header === undefined || isForm(header, etag)
    ? header
    : header
        .split(',')
        .map(toStrongTag)
        .find((tag) => isForm(tag, etag));

/** The entity tag of a compressed form of the content with the tag `etag`. */
export const getCodedEtag = (etag: string, coding: string): string => `${etag.slice(0, -1)}--${coding}"`;

/** How the tags of all forms end: not compressed, and in each coding. */
const ends: readonly string[] = ['"', '--zstd"', '--br"', '--gzip"'];
/** Whether a tag is that of the content, compressed or not. */
const isForm = (tag: string, etag: string): boolean =>
  tag.startsWith(etag.slice(0, -1)) && ends.includes(tag.slice(etag.length - 1));
const toStrongTag = (tag: string): string => tag.trim().replace(/^W\//, '');
