import type { FastifyRequest } from 'fastify';
import { contextRoles } from '../../../contract/common/operation.ts';
import { forbiddenError, mustComplyError, ServiceError } from '../../platform/errors.ts';
import type { Caller, Gatekeeper } from '../../platform/http/contexts.ts';

/**
 * The publisher who requests a package with their own token, in `X-TOKEN` or in the query as for downloads: an
 * administrator, app manager or developer. Errors: `not_authenticated`, `account_disabled`, `forbidden`.
 */
export async function findPublisher(
  gatekeeper: Gatekeeper,
  { headers }: Pick<FastifyRequest, 'headers'>,
  queryToken: string | undefined,
): Promise<Caller> {
  const values = headers['x-token'] ?? queryToken;
  if (typeof values !== 'string' || values === '') {
    throw new ServiceError(
      'not_authenticated',
      'Open the link from the catalog, or send the token of a user who may publish the application.',
    );
  }
  const caller = await gatekeeper.authenticateToken(values);
  if (caller.mustComply) throw mustComplyError();
  if (contextRoles.publisher?.includes(caller.user.role)) return caller;
  throw forbiddenError('Your role does not allow this. Install the application from your catalog.');
}
