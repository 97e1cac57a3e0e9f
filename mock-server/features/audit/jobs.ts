import type { JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { chainRows, recordStrangers } from './chain.ts';
import { sendRows } from './export.ts';
import { forgetRows } from './retention.ts';
import * as store from './store.ts';

const minute = 60_000;

/** Chains what a process left behind, sends what the syslog server has not got, and deletes what is too old. */
export const auditJobs = (platform: Platform): JobKind[] => [
  {
    name: 'audit_chain',
    every: minute,
    run: async () => {
      const { database } = platform;
      await database.trail((tx) => recordStrangers(tx, platform));
      for (const orgId of await store.unchainedOrganizations(database.db)) await chainRows(platform, orgId);
      await sendRows(platform);
    },
  },
  { name: 'audit_retention', every: 60 * minute, run: () => forgetRows(platform, Date.now()) },
];
