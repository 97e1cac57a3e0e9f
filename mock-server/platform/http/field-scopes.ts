import type { FastifyRequest } from 'fastify';
import type { TokenScope } from '../../../contract/common/operation.ts';
import { includesScope, listFieldScopes } from '../../../contract/common/token-scopes.ts';
import { forbiddenError, type ServiceError } from '../errors.ts';
import type { Caller } from './contexts.ts';

/** Why an API token may not send these fields of a body, or these files, to the operation; null when it may. */
export function findFieldRefusal(
  { caller, routeOptions }: FastifyRequest,
  body: unknown,
): ServiceError | null {
  const { operation } = routeOptions.config;
  const scopes = caller?.token.scopes;
  if (scopes === undefined || operation === undefined || typeof body !== 'object' || body === null)
    return null;
  const missing = listFieldScopes(operation, body).find(({ scope }) => !includesScope(scopes, scope));
  if (missing === undefined) return null;
  const { field, scope } = missing;
  return forbiddenError(
    `${field}: an API token with scopes needs ${scope} too for this. Leave it out, or use another token.`,
  );
}

/** Refuses an API token that lacks one of these scopes. Error: `forbidden`. */
export function assertScopes({ token: { scopes } }: Caller, needed: readonly TokenScope[]): void {
  if (scopes === undefined) return;
  const missing = needed.find((scope) => !includesScope(scopes, scope));
  if (missing !== undefined) throw forbiddenError(`This API token needs the scope ${missing} too for this.`);
}
