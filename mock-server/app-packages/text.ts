const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** UTF-16 code units per character that a text may have; a flag has four, and a letter can have accents without end. */
const unitsPerCharacter = 4;
/** A text is read this much further than it may be long, so that its last character is seen whole. */
const lookAhead = 64;

/**
 * The beginning of a text, cut between two characters as people count them (extended grapheme clusters, UAX #29) and always
 * well-formed. It has at most `maxCharacters`, and at most four UTF-16 code units for each of them.
 */
export function truncate(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text.toWellFormed();
  const maxUnits = maxCharacters * unitsPerCharacter;
  let [characters, end] = [0, 0];
  for (const { segment } of graphemes.segment(text.slice(0, maxUnits + lookAhead))) {
    if (characters === maxCharacters || end + segment.length > maxUnits) break;
    characters += 1;
    end += segment.length;
  }
  // A first character that does not fit is cut itself, but not within a surrogate pair.
  const beginning =
    end > 0 ? text.slice(0, end) : text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '');
  return beginning.toWellFormed();
}

const controlCharacters = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;
const maxDisplayCharacters = 255;

/** Text of a package, cleaned for display: one line, no control characters, at most 255 characters; null when empty. */
export function showableText(text: string | null): string | null {
  const clean = (text ?? '').replace(controlCharacters, ' ').trim();
  const short = truncate(clean, maxDisplayCharacters).trim();
  return short === '' ? null : short;
}
