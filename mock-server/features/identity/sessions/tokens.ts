import { hash, randomBytes } from 'node:crypto';

/** Ids of organizations all have this length, so that a token can begin with one. */
const orgIdLength = 26;
const secretForm = /^[0-9a-z]{26}[0-9a-f]{64}$/;

/** A new token: the organization it belongs to, then 256 random bits. Only its hash is kept. */
export function createToken(orgId: string): { token: string; hash: string; lastFour: string } {
  const token = orgId + randomBytes(32).toString('hex');
  return { token, hash: hashToken(token), lastFour: token.slice(-4) };
}

/** SHA-256, hexadecimal: enough for a secret of 256 random bits, and fast. */
export const hashToken = (token: string): string => hash('sha256', token);

/** The organization that a token names, or null when it can't be one of ours. */
export const parseTokenOrganization = (token: string): string | null =>
  secretForm.test(token) ? token.slice(0, orgIdLength) : null;
