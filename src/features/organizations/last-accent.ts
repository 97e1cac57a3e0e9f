const key = 'appshelf.accent';

/** The colour of the last shown organization, so that the next start can use it from the beginning. */
export function readLastAccent(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores the colour; where the browser stores nothing, the next start uses `HOUSE_ACCENT`. */
export function saveAccent(accent: string): void {
  try {
    localStorage.setItem(key, accent);
  } catch {
    // It is not stored; nothing depends on it.
  }
}
