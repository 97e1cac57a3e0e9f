/** Characters that a spreadsheet takes for the beginning of a formula, including their full-width forms. */
export const formulaStarts = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\uff1d',
  '\uff0b',
  '\uff0d',
  '\uff20',
] as const;
const formula = new RegExp(`^[${formulaStarts.map((start) => `\\${start}`).join('')}]`);

/** The end of a line (RFC 4180, section 2). */
export const lineEnd = '\r\n';

/**
 * The first line, with the names of the columns, after a byte order mark: spreadsheets read CSV without one in a character
 * set of the system, and names of people lose their accents.
 */
export const formatCsvHead = (names: readonly string[]): string => `\ufeff${formatCsvLine(names)}`;

/** Fields as a line of CSV (RFC 4180, section 2). */
export const formatCsvLine = (fields: readonly string[]): string => fields.join() + lineEnd;

/**
 * A text as a field of CSV: in quotes, and with an apostrophe before a text that a spreadsheet would take for a
 * formula.
 */
export function formatCsvText(text: string): string {
  const quoted = text.includes('"') ? text.replaceAll('"', '""') : text;
  return formula.test(text) ? `"'${quoted}"` : `"${quoted}"`;
}
