import { later } from '../../../platform/database/changes/later.ts';
import type { Db, Tx } from '../../../platform/database/handles.ts';
import { now } from '../../../platform/database/identifiers.ts';

type Person = { org_id: string; id: string };

/** The first of these places from which a person signed in before, or undefined. */
export async function knownPlace(
  db: Db,
  user: Person,
  places: readonly string[],
): Promise<string | undefined> {
  const known = await db
    .selectFrom('sign_in_places')
    .select('place')
    .where('org_id', '=', user.org_id)
    .where('user', '=', user.id)
    .where('place', 'in', places)
    .execute();
  return places.find((place) => known.some((row) => row.place === place));
}

/** Remembers from where a person signed in. */
export async function notePlaces(tx: Tx, user: Person, places: readonly string[]): Promise<void> {
  const last = now();
  await later(
    tx,
    tx
      .insertInto('sign_in_places')
      .values(places.map((place) => ({ org_id: user.org_id, user: user.id, place, last })))
      .onConflict((conflict) => conflict.columns(['org_id', 'user', 'place']).doUpdateSet({ last })),
  );
}

/** Forgets places from which nobody signed in since a moment. */
export async function forgetPlaces(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('sign_in_places').where('last', '<', before).execute();
}
