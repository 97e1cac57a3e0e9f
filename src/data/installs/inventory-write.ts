import { postInstalled } from '../../../contract/inventory.ts';
import { pendingWrite } from '../outbox/pending-write.ts';

/** The whole inventory of this device: application and, where known, version ids. */
export interface Inventory {
  applications: { id: string; version_id?: string }[];
}

/** Posts what is installed on this device; what it changes shows by the install records. */
export const inventoryWrite = pendingWrite<Inventory>()({
  kind: 'inventory.post',
  operation: postInstalled,
  subject: () => 'inventory',
  merge: (_earlier, later) => later,
  request: (inventory) => ({ body: inventory }),
});
