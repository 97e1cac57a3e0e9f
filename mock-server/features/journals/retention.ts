import type { OrganizationSettings } from '../../../contract/organizations.ts';
import type { Journal } from './journal-store.ts';

const day = 86_400_000;

type Retention = Pick<OrganizationSettings, 'activity_retention_in_days' | 'activity_retention_by_kind'>;

/** The moment before which an organization keeps no activity of a kind: the beginning of a day in UTC. */
export function getRetentionStart(
  { activity_retention_in_days, activity_retention_by_kind }: Retention,
  journal: Journal,
  at = Date.now(),
): string {
  const days = activity_retention_by_kind[journal] ?? activity_retention_in_days;
  return `${new Date(at - days * day).toISOString().slice(0, 10)}T00:00:00.000Z`;
}
