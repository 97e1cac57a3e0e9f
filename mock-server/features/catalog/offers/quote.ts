import { takeBeginning } from '../../../platform/cut-text.ts';

/** Characters of a review that an entry quotes. */
const quoteLength = 140;

/** The beginning of a comment in one line, cut between words. */
export function shortenQuote(comment: string): string {
  const line = comment.replace(/\s+/g, ' ').trim();
  const cut = takeBeginning(line, quoteLength);
  if (cut === line) return line;
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > 0 ? cut.slice(0, lastSpace) : cut}…`;
}
