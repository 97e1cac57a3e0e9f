import { setTimeout as wait } from 'node:timers/promises';
import type { TrailTx } from '../../platform/database/handles.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Platform } from '../../platform/services.ts';
import { changedBy } from './changed.ts';
import { sendRows } from './export.ts';
import { type Entry, rowOf } from './record.ts';
import { furtherSeal, genesis, isGenuine, seal } from './seal.ts';
import * as store from './store.ts';
import { tellWebhooks } from './tell.ts';

/** Rows that are chained in one transaction: those who write wait for no more. */
const step = 200;
/** Milliseconds before rows are chained, so that those of a moment are chained together. */
const delay = 100;

/** The head of an organization that has no rows. */
export function firstHead(secrets: Secrets, orgId: string): store.HeadRow {
  const head = { org_id: orgId, first: 1, base: genesis, last: 0, link: genesis };
  return { ...head, mac: seal.head(secrets, head), exported: 0, told: 0, days_kept: null, days_mac: null };
}

/**
 * Chains the rows of an organization that are not chained yet, in the order of their ids, after those that are. Rows are
 * written without waiting for each other and chained here, by one at a time; docs/decisions/0044.
 * A row that the service did not write is left out, for `verify` to find.
 */
export async function chainRows({ database, secrets }: Platform, orgId: string): Promise<void> {
  let left = true;
  while (left) left = await database.trail((tx) => chainStep(tx, secrets, orgId));
}

async function chainStep(tx: TrailTx, secrets: Secrets, orgId: string): Promise<boolean> {
  const head = await store.holdHead(tx, firstHead(secrets, orgId));
  const found = await store.unchained(tx, orgId, step);
  const rows = found.filter((row) => isGenuine.row(secrets, row));
  if (rows.length === 0) return false;
  let { last, link } = head;
  for (const row of rows) {
    last += 1;
    link = seal.link(secrets, link, last, row.mac);
    await store.setLink(tx, row, last, link);
  }
  const next = { org_id: orgId, first: head.first, base: head.base, last, link };
  await store.setHead(tx, orgId, { last, link, mac: furtherSeal(secrets, head, next) });
  return found.length === step;
}

/** Rows that tell of changes that no service made: somebody changed an observed table in the database. */
export async function recordStrangers(
  tx: TrailTx,
  { database, secrets }: Pick<Platform, 'database' | 'secrets'>,
): Promise<void> {
  const pending = await store.takePending(tx, database.dialect, 'others');
  const byOrganization = Map.groupBy(pending, (row) => row.org_id);
  const entries = [...byOrganization].map(([orgId, rows]): Entry => {
    const changes = rows.map(changedBy);
    const [first] = changes;
    return {
      orgId,
      action: 'outside',
      outcome: 'done',
      actor: null,
      subject: first === undefined ? null : { kind: first.kind, id: first.id },
      details: { changes: changes.slice(0, 100) },
    };
  });
  await store.insertRows(
    tx,
    entries.map((entry) => rowOf(secrets, entry)),
  );
}

/** Chains rows soon after they are committed. */
export class Chainer {
  readonly #platform: Platform;
  readonly #failed: (error: unknown) => void;
  readonly #waiting = new Set<string>();
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;

  constructor(platform: Platform, failed: (error: unknown) => void) {
    this.#platform = platform;
    this.#failed = failed;
  }

  /** Notes that an organization has rows to chain. */
  wake(orgId: string): void {
    this.#waiting.add(orgId);
    if (this.#running === null && !this.#stopping.signal.aborted) this.#running = this.#run();
  }

  /** Chains what is waiting at once; resolves when that is done. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    // A stop ends the wait.
    await wait(delay, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    try {
      while (this.#waiting.size > 0) {
        const [orgId = ''] = this.#waiting;
        this.#waiting.delete(orgId);
        await chainRows(this.#platform, orgId);
        if (this.#waiting.size > 0) continue;
        await tellWebhooks(this.#platform);
        await sendRows(this.#platform);
      }
    } catch (error) {
      // They stay in the database; the job that runs each minute chains them.
      this.#failed(error);
    } finally {
      this.#running = null;
    }
  }
}
