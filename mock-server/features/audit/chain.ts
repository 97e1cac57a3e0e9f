import { setTimeout as wait } from 'node:timers/promises';
import type { TrailTx } from '../../platform/database/handles.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Platform } from '../../platform/services.ts';
import { sendRows } from './export.ts';
import * as heads from './heads-store.ts';
import { count } from './ledger.ts';
import { type Pending, takePending } from './pending-store.ts';
import { changesOf, type Entry, rowOf } from './record.ts';
import { furtherSeal, genesis, isGenuine, seal } from './seal.ts';
import * as store from './store.ts';
import { tellNobody, tellWebhooks } from './tell.ts';

/** Rows that are chained in one transaction, so that other writers wait no longer than that. */
const step = 200;
/** Milliseconds to wait before rows are chained, so that rows of about the same moment are chained together. */
const delay = 100;

/** The head of an organization that has no rows. */
export function firstHead(secrets: Secrets, orgId: string): heads.HeadRow {
  const head = { org_id: orgId, first: 1, base: genesis, last: 0, link: genesis };
  const uncounted = { counted: null, counted_link: null };
  const mac = seal.head(secrets, { ...head, ...uncounted });
  return { ...head, ...uncounted, mac, exported: 0, told: 0, logged: 0 };
}

/**
 * Chains the rows of an organization that are not chained yet, ordered by id, after those that are. Rows are written
 * without waiting for each other, and chained here by one process at a time; docs/decisions/0044. A row that the
 * service did not write is left out, so that `verify` finds it.
 */
export async function chainRows({ database, secrets }: Platform, orgId: string): Promise<void> {
  let after: string | null = '';
  while (after !== null) {
    const from: string = after;
    after = await database.trail((tx) => chainStep(tx, secrets, orgId, from));
  }
}

/** Chains the next rows after one of them. Returns where to continue, or null where there are no more. */
async function chainStep(
  tx: TrailTx,
  secrets: Secrets,
  orgId: string,
  after: string,
): Promise<string | null> {
  const head = await headToExtend(tx, secrets, orgId);
  if (head === null) return null;
  const found = await store.unchained(tx, orgId, step, after);
  const rows = found.filter((row) => isGenuine.row(secrets, row));
  const next = found.length === step ? (found.at(-1)?.id ?? null) : null;
  if (rows.length === 0) return next;
  let { last, link } = head;
  const links: store.Link[] = [];
  for (const row of rows) {
    last += 1;
    link = seal.link(secrets, link, last, row.mac);
    links.push([row.id, last, link]);
  }
  await store.setLinks(tx, orgId, links);
  await setCounted(tx, secrets, head, { last, link });
  await tellNobody(tx, head, last);
  return next;
}

/**
 * The head of a chain, locked. Null where there is neither a head nor a row for it: a head that was removed by hand is not
 * made anew for nothing, which would hide that.
 */
async function headToExtend(tx: TrailTx, secrets: Secrets, orgId: string): Promise<heads.HeadRow | null> {
  const head = await heads.lockHead(tx, orgId);
  if (head !== undefined) return head;
  const isEmpty = (await store.unchained(tx, orgId, 1)).length === 0;
  return isEmpty ? null : heads.holdHead(tx, firstHead(secrets, orgId));
}

/** Writes where a chain ends now, into its head and into the ledger of all chains. */
export async function setCounted(
  tx: TrailTx,
  secrets: Secrets,
  head: heads.HeadRow,
  { last, link }: Pick<heads.HeadRow, 'last' | 'link'>,
): Promise<void> {
  const end = { ...head, last, link };
  const asCounted = { ...end, counted: last, counted_link: link };
  // The ledger first: it can be created only while no head is counted.
  const next = (await count(tx, secrets, head, asCounted)) ? asCounted : end;
  const { counted, counted_link } = next;
  const mac = furtherSeal(secrets, head, next);
  await heads.setHead(tx, head.org_id, { last, link, counted, counted_link, mac });
}

/** Counts the chains of an earlier version of the service, which had no ledger. */
export async function countChains({ database, secrets }: Platform): Promise<void> {
  let after: string | null | undefined = null;
  while (after !== undefined) {
    const some = await heads.uncountedHeads(database.db, after, step);
    for (const { org_id } of some) {
      await database.trail(async (tx) => {
        const head = await heads.lockHead(tx, org_id);
        // A chain without a genuine head is left as it is, so that `verify` finds it.
        if (head?.counted === null && isGenuine.head(secrets, head))
          await setCounted(tx, secrets, head, head);
      });
    }
    after = some.at(-1)?.org_id;
  }
}

/** Writes rows about changes that no service made: somebody changed an observed table in the database. */
export async function recordStrangers(
  tx: TrailTx,
  { database, secrets }: Pick<Platform, 'database' | 'secrets'>,
): Promise<void> {
  for (;;) {
    const pending = await takePending(tx, database.dialect, 'others');
    if (pending.length === 0) return;
    await store.insertRows(
      tx,
      pending.map((changed) => rowOf(secrets, strangerOf(changed))),
    );
  }
}

function strangerOf(pending: Pending): Entry {
  const changed = changesOf(pending);
  const [first] = changed.changes ?? [];
  return {
    orgId: pending.orgId,
    action: 'outside',
    outcome: 'done',
    actor: null,
    subject: first === undefined ? null : { kind: first.kind, id: first.id },
    details: changed,
  };
}

/** Chains rows soon after they are committed. */
export class Chainer {
  readonly #platform: Platform;
  readonly #failed: (error: unknown) => void;
  readonly #waiting = new Set<string>();
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;
  #sending: Promise<void> | null = null;
  /** Whether rows were chained since the last sending began. */
  #unsent = false;

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
    await this.#sending;
  }

  async #run(): Promise<void> {
    // `stop` ends the wait.
    await wait(delay, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    try {
      while (this.#waiting.size > 0) {
        const [orgId = ''] = this.#waiting;
        this.#waiting.delete(orgId);
        // Rows that could not be chained stay in the database; the job that runs each minute tries again.
        await chainRows(this.#platform, orgId).catch(this.#failed);
        if (this.#waiting.size === 0) await tellWebhooks(this.#platform).catch(this.#failed);
      }
    } finally {
      this.#running = null;
    }
    this.#send();
  }

  /** Sends chained rows to the syslog server. The chaining does not wait for a server that is silent. */
  #send(): void {
    this.#unsent = true;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#unsent) {
      this.#unsent = false;
      await sendRows(this.#platform).catch(this.#failed);
    }
  }
}
