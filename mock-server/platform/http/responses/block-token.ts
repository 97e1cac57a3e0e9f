import { ServiceError } from '../../errors.ts';
import type { Secrets } from '../../secrets.ts';

const purpose = 'block token';

/**
 * A place in rows that are answered in blocks, as a token. It is encrypted, because it may contain values of a row.
 * `of` names the rows and their owner: the token is valid for nothing else.
 */
export const writeBlockToken = <T extends object>(secrets: Secrets, of: string, place: T): string =>
  secrets.encrypt(purpose, JSON.stringify({ of, place }));

/** The place in a token that this service made. Error: `block_token_invalid`. */
export function readBlockToken<T extends object>(secrets: Secrets, of: string, token: string): T {
  const read = open(secrets, token) as { of: string; place: T } | null;
  if (read?.of !== of) throw invalidBlockTokenError();
  return read.place;
}

export const invalidBlockTokenError = (): ServiceError =>
  new ServiceError(
    'block_token_invalid',
    'This block_token belongs to another report, feed or query. Leave it out to begin at the first block.',
    { details: { field: 'block_token' } },
  );

function open(secrets: Secrets, token: string): unknown {
  // Node ignores characters that are not base64url, so a token could be written in several ways. Only one is accepted:
  // the id of a key, a dot, the rest.
  const [, rest = ''] = token.split('.', 2);
  if (Buffer.from(rest, 'base64url').toString('base64url') !== rest) return null;
  try {
    return JSON.parse(secrets.decrypt(purpose, token));
  } catch {
    return null;
  }
}
