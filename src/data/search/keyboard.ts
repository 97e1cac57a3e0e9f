/** The letters of common keyboards, row by row: QWERTY, QWERTZ, AZERTY. */
const layouts = [
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
  ['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
];

/** Each row of keys is half a key further to the right than the one above. */
const shift = 0.5;

const neighbours = new Set(layouts.flatMap(listPairs));

/** Whether the keys of two letters touch on any of the keyboards, so that one may be hit instead of the other. */
export const areNeighbours = (one: string, other: string): boolean => neighbours.has(one + other);

function listPairs(rows: readonly string[]): string[] {
  const keys = rows.flatMap((row, y) => [...row].map((letter, at) => ({ letter, x: at + y * shift, y })));
  return keys.flatMap((key) =>
    keys
      .filter((other) => other !== key && Math.abs(other.x - key.x) <= 1 && Math.abs(other.y - key.y) <= 1)
      .map((other) => key.letter + other.letter),
  );
}
