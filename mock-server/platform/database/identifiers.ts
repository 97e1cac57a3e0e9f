import { randomBytes } from 'node:crypto';
import type { Db } from './handles.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeLength = 10;
const randomLength = 16;
let lastTime = 0;
let lastRandom: number[] = [];

const encode = (digits: number[]) => digits.map((digit) => alphabet[digit]).join('');

function timeDigits(time: number): number[] {
  const digits: number[] = [];
  for (let rest = time, place = 0; place < timeLength; place++, rest = Math.floor(rest / 32))
    digits.unshift(rest % 32);
  return digits;
}

/** Adds one to a number of base 32, so that ids of one millisecond keep their order. */
function next(digits: number[]): number[] {
  const result = [...digits];
  for (let place = result.length - 1; place >= 0; place--) {
    const digit = result[place] ?? 0;
    if (digit < 31) {
      result[place] = digit + 1;
      return result;
    }
    result[place] = 0;
  }
  return result;
}

/** A new identifier: 26 letters and digits of lower case that sort by the time of making, as a ULID. */
export function newId(): string {
  const now = Math.max(Date.now(), lastTime);
  lastRandom =
    now === lastTime ? next(lastRandom) : Array.from(randomBytes(randomLength), (byte) => byte % 32);
  lastTime = now;
  return encode(timeDigits(now)) + encode(lastRandom);
}

/** Now, as the tables keep moments. */
export const now = (): string => new Date().toISOString();

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

/** An identifier from outside: a psk when it is a number or at most 15 digits, else an id; document 1, Identifiers. */
export function parseIdentifier(value: string | number): { psk: number } | { id: string } {
  if (typeof value === 'number') return { psk: value };
  return /^\d{1,15}$/.test(value) ? { psk: Number(value) } : { id: value };
}
