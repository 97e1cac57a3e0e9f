import { areas, type Operation } from './operation.ts';

/**
 * What an API token may be limited to: reading in an area, or everything in it. The mark before the call lets the catalog's build leave the
 * list out, which only the service uses.
 */
export const tokenScopes: readonly string[] = /* @__PURE__ */ areas.flatMap((area) => [
  `${area}:read`,
  `${area}:write`,
]);

/** Whether a token with these scopes may call an operation. */
export const permits = (scopes: readonly string[], { area, method }: Operation): boolean =>
  scopes.includes(`${area}:write`) || (method === 'GET' && scopes.includes(`${area}:read`));
