const key = 'appshelf.accent';

/** The colour of the organization shown last, so that the next start can use it from the first drawing on. */
export function lastAccent(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the colour; where the browser keeps nothing, the next start has `HOUSE_ACCENT`. */
export function keepAccent(accent: string): void {
  try {
    localStorage.setItem(key, accent);
  } catch {
    // It is not kept; nothing depends on it.
  }
}
