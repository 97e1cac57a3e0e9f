import type { CatalogTx } from '../../platform/database/handles.ts';
import { DomainEvent } from '../../platform/events.ts';

/** An organization was made, with its settings and its group for everybody. */
export const organizationCreated = new DomainEvent<{ orgId: string }, CatalogTx>('organization created');
