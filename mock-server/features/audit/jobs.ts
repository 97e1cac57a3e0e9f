import type { JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { type KnownHead, logHeads } from './known-heads.ts';
import { deleteOldRows } from './retention.ts';
import { sendRows } from './syslog.ts';
import { recordOutside } from './transactions.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * Records what somebody changed in the database, sends new rows to the syslog server, deletes rows that are too old,
 * and once an hour gives `log` the last hash of each chain.
 */
export const createAuditJobs = (platform: Platform, log: (head: KnownHead) => void): JobKind[] => [
  {
    name: 'audit_outside',
    every: minute,
    run: () => platform.database.auditTransaction((tx) => recordOutside(tx, platform)),
  },
  {
    name: 'audit_syslog',
    every: platform.config.auditSyslog === null ? hour : 5 * second,
    run: () => sendRows(platform),
  },
  { name: 'audit_heads', every: hour, run: () => logHeads(platform, log) },
  { name: 'audit_retention', every: hour, byAge: true, run: () => deleteOldRows(platform, Date.now()) },
];
