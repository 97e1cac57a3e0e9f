const controlCharacters = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;
const longestText = 255;

/** Text of a package, cleaned for display: one line, no control characters, at most 255 characters; null when empty. */
export function showableText(text: string | null): string | null {
  const clean = (text ?? '').replace(controlCharacters, ' ').trim();
  // Cut by code points: half of a surrogate pair is not valid text.
  const short = Array.from(clean.slice(0, 2 * longestText))
    .slice(0, longestText)
    .join('')
    .toWellFormed()
    .trim();
  return short === '' ? null : short;
}
