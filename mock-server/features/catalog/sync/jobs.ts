import type { JobKind } from '../../../platform/jobs/kind.ts';
import type { Platform } from '../../../platform/services.ts';
import { deleteChanges } from './store.ts';

const hour = 3_600_000;
/** How long (ms) changes are kept: a device that last synced earlier gets the complete catalog. */
const retentionMs = 30 * 24 * hour;
/** Revisions that are deleted in one statement; few, so that no writer waits long. */
const rowsPerStep = 500;

/** The jobs of this feature: once an hour, delete old changes. */
export const createCatalogJobs = ({ database }: Platform): JobKind[] => [
  {
    name: 'catalog_changes',
    every: hour,
    byAge: true,
    run: async () => {
      const before = new Date(Date.now() - retentionMs).toISOString();
      while ((await deleteChanges(database.db, before, rowsPerStep)) > 0);
    },
  },
];
