import { beginningOf } from '../cut-text.ts';

const controlCharacters = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu;
const longestText = 255;

/** Text of a package, cleaned for display: one line, no control characters, at most 255 characters; null when empty. */
export function showableText(text: string | null): string | null {
  const clean = (text ?? '').replace(controlCharacters, ' ').trim();
  const short = beginningOf(clean, longestText).trim();
  return short === '' ? null : short;
}
