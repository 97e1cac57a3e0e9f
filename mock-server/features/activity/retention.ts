import type { OrganizationSettings } from '../../../contract/organizations.ts';

const day = 86_400_000;

/** The moment before which an organization keeps no activity: the beginning of a day in UTC. */
export const retainedSince = (
  { activity_retention_in_days }: Pick<OrganizationSettings, 'activity_retention_in_days'>,
  at = Date.now(),
): string => `${new Date(at - activity_retention_in_days * day).toISOString().slice(0, 10)}T00:00:00.000Z`;
