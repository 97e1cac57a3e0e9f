import type { JobKind } from '../../../platform/jobs/kind.ts';
import type { Platform } from '../../../platform/services.ts';
import { forgetChanges } from './store.ts';

const hour = 3_600_000;
/** How long (ms) changes are kept: a device that last synced earlier gets the complete catalog. */
const kept = 30 * 24 * hour;
/** Revisions that are deleted in one statement; few, so that no writer waits long. */
const step = 500;

/** The jobs of this feature: once an hour, delete old changes. */
export const catalogJobs = ({ database }: Platform): JobKind[] => [
  {
    name: 'catalog_changes',
    every: hour,
    byAge: true,
    run: async () => {
      const before = new Date(Date.now() - kept).toISOString();
      while ((await forgetChanges(database.db, before, step)) > 0);
    },
  },
];
