import { changeInstalled, postInstalled } from '../../../contract/inventory.ts';
import { declarePendingWrite } from '../outbox/pending-write.ts';
import { unknownVersion } from '../records/install-record.ts';

/** The subject of the whole inventory; the subject of one application is below it. */
const fullInventorySubject = 'inventory';

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
  getSubject: ({ application }) => `${fullInventorySubject}:${application}`,
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

/** The whole inventory of this device, as earlier versions of the catalog stored it. */
interface Inventory {
  applications: { id: string; version_id?: string }[];
}

/** Sends inventories that an earlier version of the catalog left in the outbox; later changes wait for them. */
export const fullInventoryWrite = declarePendingWrite<Inventory>()({
  kind: 'inventory.post',
  operation: postInstalled,
  getSubject: () => fullInventorySubject,
  merge: (_earlier, later) => later,
  buildRequest: (inventory) => ({ body: inventory }),
  describe: () => ({ topic: 'inventory', application: null }),
});
