/**
 * Whether an `If-None-Match` header names this entity tag, so that the answer is 304; weak comparison, RFC 9110
 * section 13.1.2.
 */
export function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
