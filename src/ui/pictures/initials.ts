/** The initials of a name: the first character of its first two words; emoji and combined characters stay whole. */
export function getInitials(name: string): string {
  const words = name
    .trim()
    .split(/[\s\-_.]+/u)
    .filter(Boolean);
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toLocaleUpperCase();
}

/** A hue in degrees for an id: always the same for the same id, in steps of 15. */
export function getHue(id: string): number {
  let hash = 2166136261;
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
  return ((hash >>> 8) % 24) * 15;
}
