import type { Db, Tx } from '../../../platform/database/handles.ts';
import { getNow } from '../../../platform/database/identifiers.ts';
import { preparePipelined, prepareRows, type Value } from '../../../platform/database/prepared.ts';

type Person = { org_id: string; id: string };

/** The first of these places from which a person signed in before, or undefined. */
export async function findKnownPlace(
  db: Db,
  user: Person,
  places: readonly string[],
): Promise<string | undefined> {
  // A network, and before it a device where there is one. Always one question: how long it takes tells nothing.
  const [first = '', second = first] = places;
  const known = await findKnown(db, user.org_id, user.id, first, second);
  return places.find((place) => known.some((row) => row.place === place));
}

const findKnown = prepareRows((db: Db, orgId: Value, user: Value, first: Value, second: Value) =>
  db
    .selectFrom('sign_in_places')
    .select('place')
    .where('org_id', '=', orgId)
    .where('user', '=', user)
    .where('place', 'in', [first, second]),
);

/** Remembers from where a person signed in. */
export async function recordPlaces(tx: Tx, user: Person, places: readonly string[]): Promise<void> {
  for (const place of places) await recordPlace(tx, user.org_id, user.id, place, getNow());
}

const recordPlace = preparePipelined((tx: Tx, org_id: Value, user: Value, place: Value, last: Value) =>
  tx
    .insertInto('sign_in_places')
    .values({ org_id, user, place, last })
    .onConflict((conflict) => conflict.columns(['org_id', 'user', 'place']).doUpdateSet({ last })),
);

/** Forgets places from which nobody signed in since a moment. */
export async function deletePlaces(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('sign_in_places').where('last', '<', before).execute();
}
