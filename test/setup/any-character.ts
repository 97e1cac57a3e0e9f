import fc from 'fast-check';

/** Code points from 0 to 0x10ffff, without the halves of characters. */
const halves = { from: 0xd800, to: 0xe000 };
const gap = halves.to - halves.from;
const count = 0x11_0000 - gap;

const characterAt = (index: number): string =>
  String.fromCodePoint(index < halves.from ? index : index + gap);

/** Says which one it is. Error: for anything else than one character, as fast-check wants it. */
function indexOf(text: unknown): number {
  const code = typeof text === 'string' ? (text.codePointAt(0) ?? 0) : 0;
  const index = code < halves.from ? code : code - gap;
  if (index < 0 || characterAt(index) !== text) throw new Error('This is no character.');
  return index;
}

/**
 * Any character there is, to be the unit of a drawn text. It draws what `unit: 'binary'` of fast-check draws, which makes a table of all
 * million characters first: a second of processor time and 180 MB in each process (docs/decisions/0127-what-a-run-does-for-nothing.md).
 */
export const anyCharacter = fc.nat(count - 1).map(characterAt, indexOf);
