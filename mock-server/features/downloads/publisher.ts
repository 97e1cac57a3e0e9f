import type { FastifyRequest } from 'fastify';
import { contextRoles } from '../../../contract/common/operation.ts';
import { forbidden, mustComply, ServiceError } from '../../platform/errors.ts';
import type { Caller, Gatekeeper } from '../../platform/http/contexts.ts';

/**
 * The publisher who requests a package with their own token, in `X-TOKEN` or in the query as for downloads: an
 * administrator, app manager or developer. Errors: `not_authenticated`, `account_disabled`, `forbidden`.
 */
export async function publisherOf(
  gatekeeper: Gatekeeper,
  { headers }: Pick<FastifyRequest, 'headers'>,
  queryToken: string | undefined,
): Promise<Caller> {
  const given = headers['x-token'] ?? queryToken;
  if (typeof given !== 'string' || given === '') {
    throw new ServiceError(
      'not_authenticated',
      'Open the link from the catalog, or send the token of a user who may publish the application.',
    );
  }
  const caller = await gatekeeper.byToken(given);
  if (caller.mustComply) throw mustComply();
  if (contextRoles.publisher?.includes(caller.user.role)) return caller;
  throw forbidden('Your role does not allow this. Install the application from your catalog.');
}
