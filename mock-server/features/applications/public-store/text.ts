import { isWithinLength, takeBeginning } from '../../../platform/cut-text.ts';

/** Only this many characters of a text are read: more than any limit of the service. */
const maxReadCharacters = 50_000;
/** Control characters, and those that change the direction of the text after them. */
const unfit = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu;
const lineEnds = /\r\n?|[\u2028\u2029]/g;

/** Text of a store, cleaned for display, with its line breaks. Empty when the value is not text. */
export function cleanText(value: unknown): string {
  if (typeof value !== 'string') return '';
  const text = value.slice(0, maxReadCharacters).toWellFormed();
  return text.replace(lineEnds, '\n').replace(unfit, ' ').trim();
}

/** The same in one line. */
export const cleanLine = (value: unknown): string => cleanText(value).replaceAll(/\s+/g, ' ');

/**
 * At most `maxCharacters` characters. A longer text is cut and ends in “…”: after a whole word, or after a whole character where the last
 * word is longer than half of the text.
 */
export function cutText(text: string, maxCharacters: number): string {
  if (isWithinLength(text, maxCharacters)) return text;
  const whole = takeBeginning(text, maxCharacters - 1);
  return `${cutAtWord(whole, text.charAt(whole.length)).trimEnd()}…`;
}

function cutAtWord(text: string, next: string): string {
  if (/\s/.test(next)) return text;
  const space = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'));
  return space > text.length / 2 ? text.slice(0, space) : text;
}
