/** Up to two letters that stand for a name: the first of its first two words, whole even in emoji or script. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s\-_.]+/u)
    .filter(Boolean);
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toLocaleUpperCase();
}

/** A hue in degrees that belongs to an id: the same one every time, spread around the circle in steps of 15. */
export function hueOf(id: string): number {
  let hash = 2166136261;
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
  return ((hash >>> 8) % 24) * 15;
}
