import fc from 'fast-check';

/** The surrogates, which are no characters, among the code points from 0 to 0x10ffff. */
const halves = { from: 0xd800, to: 0xe000 };
const gap = halves.to - halves.from;
const count = 0x11_0000 - gap;

const characterAt = (index: number): string =>
  String.fromCodePoint(index < halves.from ? index : index + gap);

/** The index of a character. Error: for anything but one character, as fast-check requires. */
function indexOf(text: unknown): number {
  const code = typeof text === 'string' ? (text.codePointAt(0) ?? 0) : 0;
  const index = code < halves.from ? code : code - gap;
  if (index < 0 || characterAt(index) !== text) throw new Error('This is no character.');
  return index;
}

/**
 * Any character, as the unit of drawn texts. It draws what fast-check draws for `unit: 'binary'`, which first makes a
 * table of a million characters: a second of processor time and 180 MB in each process.
 */
export const anyCharacter = fc.nat(count - 1).map(characterAt, indexOf);
