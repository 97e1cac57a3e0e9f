/** Lines of cells, each column as wide as its widest cell. */
export function formatColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A table with its heading, or the text `nothing` when there are no rows. */
export const table = (
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  nothing: string,
): string => (rows.length === 0 ? nothing : formatColumns([heading, ...rows]).join('\n'));

/** A line for each name and its value; names without a value are left out. */
export const facts = (values: Readonly<Record<string, string | null>>): string =>
  formatColumns(
    Object.entries(values).flatMap(([name, value]) => (value ? [[`  ${name}`, value]] : [])),
  ).join('\n');

/** A size in MB (1,000,000 bytes) or, if smaller, kB; empty for 0: an address has no file. */
export function size(bytes: number): string {
  if (bytes === 0) return '';
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export const formatBoolean = (value: boolean): string => (value ? 'yes' : 'no');
