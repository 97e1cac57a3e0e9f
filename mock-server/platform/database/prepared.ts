import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './connect.ts';

interface Template<O> {
  query: CompiledQuery<O>;
  /** For each parameter of the statement the position of the value it takes; null for a constant. */
  slots: readonly (number | null)[];
}

const marker = (position: number): string => `\u0001value ${position}`;

/**
 * A query that is built once for each database and then runs with other values. For the few queries of every request:
 * building them costs more than running them. `build` may hand its values on to conditions, and do nothing else with them.
 */
export function prepared<A extends string[], O>(
  build: (db: Db, ...values: A) => Compilable<O>,
): (db: Db, ...values: A) => Promise<O | undefined> {
  const templates = new WeakMap<Db, Template<O>>();
  return async (db, ...values) => {
    const template = templates.get(db) ?? makeTemplate(db, build, values.length);
    templates.set(db, template);
    const { query, slots } = template;
    const parameters = query.parameters.map((constant, place) => {
      const slot = slots[place] ?? null;
      return slot === null ? constant : values[slot];
    });
    const bound: CompiledQuery<O> = { ...query, parameters };
    const { rows } = await db.executeQuery(bound);
    return rows[0];
  };
}

function makeTemplate<A extends string[], O>(
  db: Db,
  build: (db: Db, ...values: A) => Compilable<O>,
  count: number,
): Template<O> {
  const markers = Array.from({ length: count }, (_, position) => marker(position));
  const query = build(db, ...(markers as A)).compile();
  const slots = query.parameters.map((parameter) => {
    const position = markers.indexOf(String(parameter));
    return position === -1 ? null : position;
  });
  return { query, slots };
}
