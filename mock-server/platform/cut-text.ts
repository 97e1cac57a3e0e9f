const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * UTF-16 code units that a text may have for each character that it may have. One with a flag or a colour of skin has four; a
 * letter can have accents without end, and an index of a database takes keys of 2.7 kB.
 */
const unitsPerCharacter = 4;

/** The characters of a text as people count them: extended grapheme clusters, UAX #29. */
export function* splitCharacters(text: string): Generator<string> {
  for (const { segment } of graphemes.segment(text)) yield segment;
}

export const countCharacters = (text: string): number => [...splitCharacters(text)].length;

/**
 * Whether a text has at most so many characters, and at most four UTF-16 code units for each of them. The only rule for
 * the lengths of texts: the contract's `maxLength`, messages, and what is cut follow it.
 */
export function isWithinLength(text: string, maxCharacters: number): boolean {
  if (text.length <= maxCharacters) return true;
  return text.length <= maxCharacters * unitsPerCharacter && countCharacters(text) <= maxCharacters;
}

/** A text is read this much further than it may be long, so that the last character is seen whole. */
const lookAheadUnits = 64;

/**
 * The beginning of a text that fits within so many characters (`isWithinLength`), cut between two of them. Nothing else may cut
 * texts that people wrote: `slice` leaves half of a surrogate pair, which no strict decoder takes.
 */
export function takeBeginning(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text.toWellFormed();
  const read = text.slice(0, maxCharacters * unitsPerCharacter + lookAheadUnits);
  return (
    takeWhileFitting([...splitCharacters(read)], maxCharacters).join('') ||
    text
      .slice(0, maxCharacters)
      .replace(/[\ud800-\udbff]$/, '')
      .toWellFormed()
  );
}

/** The end of a text that fits within so many characters; see `takeBeginning`. */
export function takeEnd(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text.toWellFormed();
  const read = text.slice(-maxCharacters * unitsPerCharacter - lookAheadUnits);
  const end = takeWhileFitting([...splitCharacters(read)].reverse(), maxCharacters);
  return (
    end.reverse().join('') ||
    text
      .slice(-maxCharacters)
      .replace(/^[\udc00-\udfff]/, '')
      .toWellFormed()
  );
}

function takeWhileFitting(characters: readonly string[], maxCharacters: number): string[] {
  let units = 0;
  const end = characters.findIndex((character, at) => {
    units += character.length;
    return at === maxCharacters || units > maxCharacters * unitsPerCharacter;
  });
  return characters.slice(0, end === -1 ? undefined : end).map((character) => character.toWellFormed());
}
