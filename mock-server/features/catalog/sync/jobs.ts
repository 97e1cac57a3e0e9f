import type { JobKind } from '../../../platform/jobs/kind.ts';
import type { Platform } from '../../../platform/services.ts';
import { forgetChanges } from './store.ts';

const hour = 3_600_000;
/** How long (ms) changes are told apart: a catalog that was away for longer begins anew. */
const kept = 30 * 24 * hour;
/** Revisions forgotten in one statement, so that nobody waits for it. */
const step = 500;

/** What catalogs leave to be done: forgetting, once an hour, changes that are long known. */
export const catalogJobs = ({ database }: Platform): JobKind[] => [
  {
    name: 'catalog_changes',
    every: hour,
    run: async () => {
      const before = new Date(Date.now() - kept).toISOString();
      while ((await forgetChanges(database.db, before, step)) > 0);
    },
  },
];
