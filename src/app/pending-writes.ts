import { inventoryWrite } from '../data/installs/inventory-write.ts';
import type { PendingWrite } from '../data/outbox/pending-write.ts';
import { rateWrite } from '../features/reviews/pending-write.ts';

/** Every write that may wait for the network, for the page and the service worker. */
export const pendingWrites: readonly PendingWrite[] = [rateWrite, inventoryWrite];
