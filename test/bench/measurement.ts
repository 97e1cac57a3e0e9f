/** One figure of ours beside the one it is measured against, in the same run on the same machine. */
export interface Row {
  /** What was done, or what was measured. */
  work: string;
  ours: number;
  unit: string;
  /** A peer that did the same, or a limit. */
  against: { name: string; value: number };
  /** What ours divided by theirs has to be. */
  target: { atLeast: number } | { atMost: number };
}

/** Something that `npm run bench` measures. */
export interface Measurement {
  name: string;
  /** Only where it is named. */
  onRequest?: true;
  run(): Promise<Row[]>;
}

/** Ours as a multiple of theirs. */
export const ratio = ({ ours, against }: Row): number => ours / against.value;

export function meetsTarget(row: Row): boolean {
  return 'atLeast' in row.target ? ratio(row) >= row.target.atLeast : ratio(row) <= row.target.atMost;
}
