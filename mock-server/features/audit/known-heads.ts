import type { Platform } from '../../platform/services.ts';
import * as store from './chain-store.ts';

/**
 * Where the chain of an organization ended at some moment, as somebody remembers it outside of the database. Only this
 * reveals that all chains together were put back to an earlier state.
 */
export interface KnownHead {
  organization: string;
  position: number;
  link: string;
}

/** Organizations that are read in one step. */
const step = 200;

/** Where every chain ends now. */
export const knownHeads = async ({ database }: Platform): Promise<KnownHead[]> =>
  (await store.listHeads(database.db)).map(({ org_id, last, link }) => ({
    organization: org_id,
    position: last,
    link,
  }));

/** A head as a line of text: for a file that an operator keeps, and for the service's log. */
export const headLine = (head: KnownHead): string => `${JSON.stringify({ audit_head: head })}\n`;

/**
 * The heads in the lines of such a file or of the service's log; other lines are ignored. The last head of an
 * organization is the one that is used.
 */
export function headsIn(text: string): Map<string, KnownHead> {
  const known = new Map<string, KnownHead>();
  for (const line of text.split('\n')) {
    const head = headOf(line);
    if (head !== null) known.set(head.organization, head);
  }
  return known;
}

function headOf(line: string): KnownHead | null {
  if (!line.includes('"audit_head"')) return null;
  try {
    const { audit_head: head } = JSON.parse(line) as { audit_head?: Partial<KnownHead> };
    const { organization, position, link } = head ?? {};
    if (typeof organization !== 'string' || typeof position !== 'number' || typeof link !== 'string')
      return null;
    return { organization, position, link };
  } catch {
    return null;
  }
}

/** Passes on where those chains end that have grown since the last call. */
export async function logHeads({ database }: Platform, log: (head: KnownHead) => void): Promise<void> {
  for (;;) {
    const grown = await store.unloggedHeads(database.db, step);
    for (const { org_id, last, link } of grown) {
      log({ organization: org_id, position: last, link });
      await database.auditTransaction((tx) => store.setHead(tx, org_id, { logged: last }));
    }
    if (grown.length < step) return;
  }
}
