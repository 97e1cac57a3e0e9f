import { meetsTarget, type Row, ratio } from './measurement.ts';

const head = ['work', 'ours', 'peer or limit', 'ratio', 'target', ''];

/** The rows as a table of text with aligned columns. */
export function table(rows: readonly Row[]): string {
  const lines = [head, ...rows.map(cells)];
  const widths = head.map((_name, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const inLine = (line: readonly string[]) =>
    line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((line) => inLine(line).trimEnd()).join('\n');
}

function cells(row: Row): string[] {
  const { work, ours, unit, against, target } = row;
  return [
    work,
    `${short(ours)} ${unit}`,
    `${against.name}: ${short(against.value)} ${unit}`,
    short(ratio(row)),
    'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`,
    meetsTarget(row) ? 'met' : 'MISSED',
  ];
}

/** A number with three significant digits. */
const short = (value: number): string =>
  new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(value);
