import type { Area, Operation } from './operation.ts';

/** Every area, so that the compiler asks for one that is added. */
const areas: Readonly<Record<Area, true>> = {
  identity: true,
  users: true,
  groups: true,
  organizations: true,
  applications: true,
  credentials: true,
  policies: true,
  inspections: true,
  categories: true,
  notifications: true,
  catalog: true,
  downloads: true,
  inventory: true,
  reviews: true,
  devices: true,
  jobs: true,
  audit: true,
  reports: true,
  feeds: true,
  terms: true,
  mails: true,
  webhooks: true,
  privacy: true,
  violations: true,
};

/** What an API token may be limited to: reading in an area, or everything in it. */
export const tokenScopes: readonly string[] = Object.keys(areas).flatMap((area) => [
  `${area}:read`,
  `${area}:write`,
]);

/** Whether a token with these scopes may call an operation. */
export const permits = (scopes: readonly string[], { area, method }: Operation): boolean =>
  scopes.includes(`${area}:write`) || (method === 'GET' && scopes.includes(`${area}:read`));
