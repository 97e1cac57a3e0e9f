import type { CatalogTx } from '../../platform/database/handles.ts';
import { DomainEvent } from '../../platform/events.ts';

/** Signing credentials are being deleted. */
export const credentialsDeleted = new DomainEvent<{ orgId: string; credentials: string }, CatalogTx>(
  'credentials deleted',
);
