/**
 * The layers of the service's features, lowest first. A feature may import features of its own layer and of those
 * before it, never of one after it; what must happen above because of something below is a domain event.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  records: ['journals'],
  access: ['organizations', 'users', 'groups', 'devices', 'identity', 'onboarding'],
  publishing: ['applications', 'credentials', 'signing', 'policies', 'inspections', 'categories'],
  catalog: ['catalog', 'downloads', 'inventory', 'reviews', 'terms', 'compliance', 'violations'],
  operations: [
    'activity',
    'reports',
    'feeds',
    'notifications',
    'webhooks',
    'mails',
    'audit',
    'privacy',
    'jobs',
    'support',
  ],
};

/** The layers of the catalog's engine without React, `src/data`, lowest first: what is stored, who is signed in, what they see and write. */
export const engineLayers: Readonly<Record<string, readonly string[]>> = {
  records: ['records', 'observable.ts', 'idle.ts', 'random-id.ts', 'trial-report.ts'],
  storage: ['storage'],
  http: ['http'],
  session: ['session', 'device'],
  outbox: ['outbox'],
  content: ['catalog', 'installs', 'drafts', 'search', 'terms'],
  account: ['account'],
  engine: ['engine.ts', 'branding.ts', 'update.ts'],
};
