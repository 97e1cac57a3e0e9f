const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Most UTF-16 code units of a character, on average: a family of emoji has 11, a letter with endless accents any number. */
const unitsPerCharacter = 12;

/**
 * The beginning of a text: at most `most` characters as people count them (extended grapheme clusters), and never a part
 * of one that fits. Nothing else may cut texts that people wrote: `slice` leaves half of a surrogate pair, which no strict
 * decoder takes.
 */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed();
  const longest = most * unitsPerCharacter;
  let [characters, end] = [0, 0];
  for (const { segment } of graphemes.segment(text.slice(0, longest + 1))) {
    if (characters === most || end + segment.length > longest) break;
    characters += 1;
    end += segment.length;
  }
  return text.slice(0, end === 0 ? longest : end).toWellFormed();
}

/** The end of a text, of at most `most` characters; see `beginningOf`. */
export function endOf(text: string, most: number): string {
  if (text.length <= most) return text.toWellFormed();
  const segments = [...graphemes.segment(text.slice(-most * unitsPerCharacter))];
  return segments
    .slice(-most)
    .map(({ segment }) => segment)
    .join('')
    .toWellFormed();
}
