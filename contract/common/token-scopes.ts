import { areas, type FieldScope, type Operation, type TokenScope } from './operation.ts';

/**
 * What an API token may be limited to: reading in an area, or everything in it. The mark before the call lets the catalog's build leave the
 * list out, which only the service uses.
 */
export const tokenScopes: readonly TokenScope[] = /* @__PURE__ */ areas.flatMap((area): TokenScope[] => [
  `${area}:read`,
  `${area}:write`,
]);

/** The scope that an operation needs. */
export const getRequiredScope = ({ area, method }: Operation): TokenScope =>
  method === 'GET' ? `${area}:read` : `${area}:write`;

/** Whether an operation can be called with an API token. */
export const takesApiTokens = ({ context }: Operation): boolean =>
  context === 'valid_user' || context === 'administrator' || context === 'publisher';

/** The scopes that single fields of the body need, without those fields that need none. */
export const listNeededScopes = ({
  fieldScopes = {},
}: Operation): Record<string, Exclude<FieldScope, 'reference'>> =>
  Object.fromEntries(
    Object.entries(fieldScopes).flatMap(([field, scope]) => (scope === 'reference' ? [] : [[field, scope]])),
  );

/** Whether scopes include this one; writing in an area includes reading. */
export const includesScope = (scopes: readonly string[], needed: TokenScope): boolean =>
  scopes.includes(needed) || scopes.includes(needed.replace(/:read$/, ':write'));

/** The scopes that the fields of a body need, and its files, with the field that needs each. */
export function listFieldScopes(
  { fieldScopes = {} }: Operation,
  body: object,
): { field: string; scope: TokenScope }[] {
  return Object.entries(fieldScopes).flatMap(([field, declared]) => {
    const value: unknown = Object.hasOwn(body, field) ? Reflect.get(body, field) : undefined;
    if (declared === 'reference' || value === undefined || value === null) return [];
    if (typeof declared === 'string') return [{ field, scope: declared }];
    const texts: unknown[] = Array.isArray(value) ? value : [value];
    return texts.flatMap((text) => {
      const scope = typeof text === 'string' && Object.hasOwn(declared, text) ? declared[text] : undefined;
      return scope === undefined ? [] : [{ field, scope }];
    });
  });
}
