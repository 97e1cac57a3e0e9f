import { changeInstalled } from '../../../contract/inventory.ts';
import { declarePendingWrite } from '../outbox/pending-write.ts';
import { unknownVersion } from '../records/install-record.ts';

/**
 * What happened to one application on this device: the id of the version, `unknownVersion`, or null when it was
 * removed.
 */
export interface InventoryEdit {
  application: string;
  installed: string | null;
}

/**
 * Tells the service about one application and nothing about others, so that tabs and devices never overwrite each
 * other.
 */
export const inventoryWrite = declarePendingWrite<InventoryEdit>()({
  kind: 'inventory.change',
  operation: changeInstalled,
  getSubject: ({ application }) => `inventory:${application}`,
  merge: (_earlier, later) => later,
  buildRequest: (edit) => ({ body: { changes: [toInventoryChange(edit)] } }),
  describe: ({ application, installed }) => ({
    topic: installed === null ? 'removed' : 'installed',
    application,
  }),
});

function toInventoryChange({ application, installed }: InventoryEdit) {
  if (installed === null) return { application, state: 'removed' as const };
  const state = 'installed' as const;
  return installed === unknownVersion
    ? { application, state }
    : { application, state, version_id: installed };
}
