import { randomUUID } from 'node:crypto';
import type { Failed } from '../../../contract/groups.ts';
import { parseIdentifier } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/http/errors.ts';

export type Identifier = string | number;

/** Identifiers of a bulk call by kind, each once. */
export function split(identifiers: readonly Identifier[]): { psks: number[]; ids: string[] } {
  const psks = new Set<number>();
  const ids = new Set<string>();
  for (const identifier of identifiers) {
    const alias = parseIdentifier(identifier);
    if ('psk' in alias) psks.add(alias.psk);
    else ids.add(alias.id);
  }
  return { psks: [...psks], ids: [...ids] };
}

export interface Resolved {
  found: { id: string; psk: number }[];
  failed: Failed[];
}

/** Which of the identifiers exist, and a failure of code 20 for each that does not. */
export async function resolve(
  identifiers: readonly Identifier[],
  what: string,
  look: (psks: number[], ids: string[]) => Promise<{ id: string; psk: number }[]>,
): Promise<Resolved> {
  const { psks, ids } = split(identifiers);
  const rows = await look(psks, ids);
  const known = new Set<Identifier>(rows.flatMap((row) => [row.id, row.psk]));
  const missing = [...psks, ...ids].filter((identifier) => !known.has(identifier));
  const found = [...new Map(rows.map((row) => [row.id, row])).values()];
  return { found, failed: missing.map((identifier) => failure(identifier, `There is no such ${what}.`)) };
}

/** One item of a bulk call that could not be done; document 1: reported with code 20, the call itself succeeds. */
export const failure = (identifier: Identifier, message: string): Failed => ({
  object_id: identifier,
  error: new ServiceError('invalid_request', message).toBody(randomUUID()).error,
});
