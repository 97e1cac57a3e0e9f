/** Where a list was left: pixels scrolled, and how high its rows are about. */
export type Place = { offset: number; rowHeight: number };

const places = new Map<string, Place>();

/** Where the list of that key was last left, for as long as the page lives. */
export function placeOf(key: string | undefined): Place | undefined {
  return key === undefined ? undefined : places.get(key);
}

/** Remembers where the list of that key is. */
export function keepPlace(key: string, place: Place): void {
  places.set(key, place);
}

/** Forgets every place: at sign-out. */
export function forgetPlaces(): void {
  places.clear();
}
