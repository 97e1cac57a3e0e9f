/** Characters of a review that an entry quotes. */
const quoteLength = 140;

/** The beginning of a comment in one line, cut between words. */
export function shortened(comment: string): string {
  const line = comment.replace(/\s+/g, ' ').trim();
  if (line.length <= quoteLength) return line;
  const cut = line.slice(0, quoteLength);
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : quoteLength)}…`;
}
