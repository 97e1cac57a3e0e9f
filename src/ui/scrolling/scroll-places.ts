/** The scroll position of a list: pixels scrolled, and the approximate height of its rows. */
export type Place = { offset: number; rowHeight: number };

const places = new Map<string, Place>();

/** The last scroll position of the list with this key, for as long as the page is open. */
export function placeOf(key: string | undefined): Place | undefined {
  return key === undefined ? undefined : places.get(key);
}

/** Remembers the scroll position of the list with this key. */
export function keepPlace(key: string, place: Place): void {
  places.set(key, place);
}

/** Forgets every scroll position: called at sign-out. */
export function forgetPlaces(): void {
  places.clear();
}
