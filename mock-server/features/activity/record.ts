import type { Tables } from '../../migrations/tables.ts';
import { chunks } from '../../platform/chunks.ts';
import { beforeCommit } from '../../platform/database/changes/before-commit.ts';
import { later } from '../../platform/database/changes/later.ts';
import type { Tx } from '../../platform/database/handles.ts';
import { now } from '../../platform/database/identifiers.ts';
import type { Happened } from './happened.ts';
import { noteDays, takePlaces } from './journal-store.ts';

type Entry = Omit<Tables['activity'], 'position'>;

const recorded = new WeakMap<Tx, Entry[]>();

/**
 * Records what happened, in the transaction in which it does. The row is written when that transaction ends, so that its
 * journal is locked for the shortest time. An empty `orgId` is for what belongs to no organization.
 */
export function record(tx: Tx, orgId: string, happened: Happened): void {
  const entries = recorded.get(tx);
  if (entries !== undefined) return void entries.push(entryOf(orgId, happened));
  recorded.set(tx, [entryOf(orgId, happened)]);
  beforeCommit(tx, 'journals', write);
}

function entryOf(orgId: string, happened: Happened): Entry {
  const { kind, user, device = null, application = null, version = null, ...details } = happened;
  const subject = { user, device, application, version };
  return { org_id: orgId, kind, at: now(), ...subject, details: JSON.stringify(details) };
}

/** Every transaction locks its journals in the same order, so that none waits for another that waits for it. */
async function write(tx: Tx): Promise<void> {
  const entries = recorded.get(tx) ?? [];
  const journals = Map.groupBy(entries, ({ org_id, kind }) => `${org_id} ${kind}`);
  for (const name of [...journals.keys()].sort()) await append(tx, journals.get(name) ?? []);
}

async function append(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const [entry] = entries;
  if (entry === undefined) return;
  const journal = entry.kind as Happened['kind'];
  const places = await takePlaces(tx, entry.org_id, journal, entries.length);
  const rows = entries.flatMap((row, place) => ({ ...row, position: places[place] ?? 0 }));
  await noteDays(tx, entry.org_id, journal, rows);
  for (const part of chunks(rows)) await later(tx, tx.insertInto('activity').values(part));
}
