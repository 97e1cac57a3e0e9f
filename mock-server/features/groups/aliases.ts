import type { Failed } from '../../../contract/common/errors.ts';
import { parseIdentifier } from '../../platform/database/identifiers.ts';
import { ServiceError, toFailedItem } from '../../platform/errors.ts';

export type Identifier = string | number;

/** The psks and the ids among the identifiers of a bulk call, each once. */
export interface Aliases {
  psks: number[];
  ids: string[];
}

/** The psk and id of a row. */
export interface NamedRow {
  id: string;
  psk: number;
}

const getKey = (identifier: Identifier): Identifier => {
  const alias = parseIdentifier(identifier);
  return 'psk' in alias ? alias.psk : alias.id;
};

export interface Resolved {
  /** Each row once, in the order asked for. */
  found: NamedRow[];
  failed: Failed[];
  /** The row that an identifier of the call names; undefined when there is none. */
  rowOf: (identifier: Identifier) => NamedRow | undefined;
}

/** Which of the identifiers exist, and a failure of code 20 for each that does not. */
export async function resolve(
  identifiers: readonly Identifier[],
  what: string,
  look: (aliases: Aliases) => Promise<NamedRow[]>,
): Promise<Resolved> {
  const keys = [...new Set(identifiers.map(getKey))];
  const rows = await look({
    psks: keys.filter((key) => typeof key === 'number'),
    ids: keys.filter((key) => typeof key === 'string'),
  });
  const byKey = new Map<Identifier, NamedRow>(
    rows.flatMap((row) => [[row.id, row] as const, [row.psk, row] as const]),
  );
  const found = new Map<string, NamedRow>();
  for (const row of keys.flatMap((key) => byKey.get(key) ?? [])) found.set(row.id, row);
  return {
    found: [...found.values()],
    failed: keys
      .filter((key) => !byKey.has(key))
      .map((key) => toBulkFailure(key, `There is no such ${what}.`)),
    rowOf: (identifier) => byKey.get(getKey(identifier)),
  };
}

/** One item of a bulk call that could not be done, with code 20; the call itself succeeds: document 1, Errors 6. */
export const toBulkFailure = (identifier: Identifier, message: string): Failed =>
  toFailedItem(identifier, new ServiceError('invalid_request', message));
