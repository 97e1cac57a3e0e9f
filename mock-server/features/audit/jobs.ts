import type { JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { chainRows, countChains, recordStrangers } from './chain.ts';
import { sendRows } from './export.ts';
import { type KnownHead, tellHeads } from './known-heads.ts';
import { forgetRows } from './retention.ts';
import * as store from './store.ts';
import { tellWebhooks } from './tell.ts';

const minute = 60_000;

/**
 * Chains rows that a process left behind, sends new rows to webhooks and the syslog server, deletes rows that are too
 * old, and once an hour passes to `log` where the chains end.
 */
export const auditJobs = (platform: Platform, log: (head: KnownHead) => void): JobKind[] => [
  {
    name: 'audit_chain',
    every: minute,
    run: async () => {
      const { database } = platform;
      await database.trail((tx) => recordStrangers(tx, platform));
      for (const orgId of await store.unchainedOrganizations(database.db)) await chainRows(platform, orgId);
      await countChains(platform);
      await tellWebhooks(platform);
      await sendRows(platform);
    },
  },
  { name: 'audit_heads', every: 60 * minute, run: () => tellHeads(platform, log) },
  { name: 'audit_retention', every: 60 * minute, byAge: true, run: () => forgetRows(platform, Date.now()) },
];
