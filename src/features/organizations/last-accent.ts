const key = 'appshelf.accent';

/** The colour of the organization shown last, so that the next start has it before the first thing is drawn. */
export function lastAccent(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it; a browser that keeps nothing starts in the house's own colour. */
export function keepAccent(accent: string): void {
  try {
    localStorage.setItem(key, accent);
  } catch {
    // Nothing depends on it.
  }
}
