import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import type { Db } from './handles.ts';

/** Random bytes, fetched many at a time: the package itself would ask the system 16 times for each id. */
const randomBuffer = { bytes: Buffer.alloc(4096), used: 4096 };

function randomByte(): number {
  if (randomBuffer.used === randomBuffer.bytes.length) {
    randomFillSync(randomBuffer.bytes);
    randomBuffer.used = 0;
  }
  const byte = randomBuffer.bytes.readUInt8(randomBuffer.used);
  randomBuffer.used += 1;
  return byte / 256;
}

const ulid = monotonicFactory(randomByte);

/**
 * A new identifier: a ULID in lower case, so 26 letters and digits that need no escaping in URLs. Each sorts after all that
 * this process made before, also within a millisecond and when the clock is set back.
 */
export const createId = (): string => ulid().toLowerCase();

/** The current moment, in the form that the tables store. */
export const getNow = (): string => new Date().toISOString();

/** The organization of psk sequences that the whole service shares. */
export const serviceWide = '';

/** Takes the next `count` numbers of a psk sequence; returns the first. Call it inside the transaction that uses them. */
export async function nextPsk(db: Db, orgId: string, sequence: string, count = 1): Promise<number> {
  const row = await db
    .insertInto('counters')
    .values({ org_id: orgId, name: sequence, value: count })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'name'])
        .doUpdateSet((set) => ({ value: set('counters.value', '+', count) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value - count + 1;
}

/**
 * An identifier from outside: a psk when it is a number, or at most 15 digits as a number is written, so without leading
 * zeros; otherwise an id. Document 1, Identifiers.
 */
export function parseIdentifier(value: string | number): { psk: number } | { id: string } {
  if (typeof value === 'number') return { psk: value };
  return /^[1-9]\d{0,14}$/.test(value) ? { psk: Number(value) } : { id: value };
}
