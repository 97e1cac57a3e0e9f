import type { Failed } from '../../../contract/common/errors.ts';
import { parseIdentifier } from '../../platform/database/identifiers.ts';
import { failedItem, ServiceError } from '../../platform/errors.ts';

export type Identifier = string | number;

/** The psks and the ids among the identifiers of a bulk call, each once. */
export interface Aliases {
  psks: number[];
  ids: string[];
}

/** The psk and id of a row. */
export interface Named {
  id: string;
  psk: number;
}

const keyOf = (identifier: Identifier): Identifier => {
  const alias = parseIdentifier(identifier);
  return 'psk' in alias ? alias.psk : alias.id;
};

export interface Resolved {
  /** Each row once, in the order asked for. */
  found: Named[];
  failed: Failed[];
  /** The row that an identifier of the call names; undefined when there is none. */
  rowOf: (identifier: Identifier) => Named | undefined;
}

/** Which of the identifiers exist, and a failure of code 20 for each that does not. */
export async function resolve(
  identifiers: readonly Identifier[],
  what: string,
  look: (aliases: Aliases) => Promise<Named[]>,
): Promise<Resolved> {
  const keys = [...new Set(identifiers.map(keyOf))];
  const rows = await look({
    psks: keys.filter((key) => typeof key === 'number'),
    ids: keys.filter((key) => typeof key === 'string'),
  });
  const byKey = new Map<Identifier, Named>(
    rows.flatMap((row) => [[row.id, row] as const, [row.psk, row] as const]),
  );
  const found = new Map<string, Named>();
  for (const row of keys.flatMap((key) => byKey.get(key) ?? [])) found.set(row.id, row);
  return {
    found: [...found.values()],
    failed: keys.filter((key) => !byKey.has(key)).map((key) => failure(key, `There is no such ${what}.`)),
    rowOf: (identifier) => byKey.get(keyOf(identifier)),
  };
}

/** One item of a bulk call that could not be done, with code 20; the call itself succeeds: document 1, Errors 6. */
export const failure = (identifier: Identifier, message: string): Failed =>
  failedItem(identifier, new ServiceError('invalid_request', message));
