import { DomainEvent } from '../../platform/events.ts';
import type { CatalogClient, Registered } from '../devices/facade.ts';

/** Somebody signed in for the first time on a device; `client` is the App Catalog that does, null for a portal. */
export const deviceAdded = new DomainEvent<{
  orgId: string;
  device: Registered['device'];
  pairing: NonNullable<Registered['pairing']>;
  client: CatalogClient | null;
}>('device added');
