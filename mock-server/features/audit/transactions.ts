import type { TrailTx } from '../../platform/database/handles.ts';
import type { JobKind } from '../../platform/jobs/kind.ts';
import { type RequestContext, requestContext } from '../../platform/request-context.ts';
import type { Platform } from '../../platform/services.ts';
import { entriesOf, outsideEntry } from './entries.ts';
import { takeOthers, takeOwn } from './pending-store.ts';
import { recordEntries } from './record.ts';

/**
 * Makes every audited transaction record itself: before it ends, the changes that triggers noted become rows, together
 * with what is known of the request or job that the transaction belongs to. So no feature has to do anything for it,
 * and none can forget it.
 */
export function observeTransactions(platform: Platform): void {
  const { database } = platform;
  database.observe({
    onBegin: async (tx) => {
      // On PostgreSQL, changes of others are told apart by their transaction; a job records them.
      if (database.dialect === 'sqlite') await recordOutside(tx, platform);
    },
    onEnd: async (tx) => {
      const act = requestContext.getStore();
      const entries = entriesOf(act, await takeOwn(tx, database.dialect));
      if (entries.length === 0) return () => undefined;
      const committed = await recordEntries(tx, platform, entries);
      return () => {
        if (act !== undefined) act.rows += entries.length;
        committed();
      };
    },
  });
}

/** Records changes that no service made: somebody changed an observed table in the database. */
export async function recordOutside(tx: TrailTx, platform: Platform): Promise<void> {
  for (;;) {
    const pending = await takeOthers(tx, platform.database.dialect);
    if (pending.length === 0) return;
    await recordEntries(tx, platform, pending.map(outsideEntry));
  }
}

/** What is known of work that no request asked for. */
export const actOf = (action: string, orgId: string | null): RequestContext => ({
  action,
  recorded: false,
  orgId,
  actor: null,
  from: null,
  subject: null,
  sent: () => null,
  rows: 0,
  over: false,
});

/** A kind of job whose changes are recorded as done by the job, not by the request that woke the worker. */
export const followed = (kind: JobKind): JobKind => ({
  ...kind,
  run: (payload, job) =>
    requestContext.run(actOf(`job:${kind.name}`, job.orgId), () => kind.run(payload, job)),
});
