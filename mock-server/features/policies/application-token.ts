import { ServiceError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** Ids that this service makes all have this length. */
const idLength = 26;
const purpose = 'application token';
const form = /^[0-9a-z]{52}[0-9A-Za-z_-]{43}$/;

/** What a token identifies: an organization, and in it the policies of one application. */
export interface TokenSubject {
  orgId: string;
  /** The `id` of the application's policies. */
  policies: string;
}

/**
 * The token in an application's document. It is the same in every document of an application, so that earlier versions
 * can still report, until the policies are removed. Everybody who has the package can read it, so it allows nothing but
 * reading the document and reporting.
 */
export const createApplicationToken = (secrets: Secrets, { orgId, policies }: TokenSubject): string =>
  `${orgId}${policies}${secrets.sign(purpose, `${orgId} ${policies}`)}`;

/** What a token identifies. Error: `not_authenticated` when this service did not make it. */
export function parseApplicationToken(secrets: Secrets, token: string): TokenSubject {
  const orgId = token.slice(0, idLength);
  const policies = token.slice(idLength, 2 * idLength);
  const isOurs =
    form.test(token) && secrets.verify(purpose, `${orgId} ${policies}`, token.slice(2 * idLength));
  if (!isOurs) throw unknownTokenError();
  return { orgId, policies };
}

export const unknownTokenError = () =>
  new ServiceError(
    'not_authenticated',
    'This application token is unknown, or the policies of the application were removed.',
  );
