import { bounded, isMet, type Row } from './measurement.ts';

const head = ['work', 'ours', 'bound', ''];

/** The rows as a table of text with aligned columns. */
export function table(rows: readonly Row[]): string {
  const lines = [head, ...rows.map(cells)];
  const widths = head.map((_name, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const inLine = (line: readonly string[]) =>
    line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((line) => inLine(line).trimEnd()).join('\n');
}

function cells(row: Row): string[] {
  const { work, ours, unit, bound, peer } = row;
  const figure = `${short(ours)} ${unit}`;
  const sign = 'atLeast' in bound ? '≥' : '≤';
  const limit = 'atLeast' in bound ? bound.atLeast : bound.atMost;
  const [shown, of] =
    peer === undefined
      ? [figure, unit]
      : [`${short(bounded(row))} × (${figure})`, `× ${peer.name} (${short(peer.value)} ${unit})`];
  return [work, shown, `${sign} ${short(limit)} ${of}`, isMet(row) ? 'met' : 'MISSED'];
}

/** A number with three significant digits. */
const short = (value: number): string =>
  new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(value);
