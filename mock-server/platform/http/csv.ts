/** What a spreadsheet takes for the beginning of a formula. */
const formula = /^[=+\-@\t\r\n]/;

/** Fields as a line of CSV (RFC 4180, section 2). */
export const csvLine = (fields: readonly string[]): string => `${fields.join()}\r\n`;

/** A text as a field: in quotes, and with an apostrophe before what a spreadsheet would take for a formula. */
export function csvText(text: string): string {
  const quoted = text.includes('"') ? text.replaceAll('"', '""') : text;
  return formula.test(text) ? `"'${quoted}"` : `"${quoted}"`;
}
