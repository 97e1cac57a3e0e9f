/** One figure of the product and what it is compared with, in the same run on the same machine. */
export interface Row {
  /** What was done or measured. */
  work: string;
  ours: number;
  unit: string;
  /** A peer that did the same, or a limit. */
  against: { name: string; value: number };
  /** The limit of `ours` divided by the other value. */
  target: { atLeast: number } | { atMost: number };
}

/** Something that `npm run bench` measures. */
export interface Measurement {
  name: string;
  /** Runs only when it is named. */
  onRequest?: true;
  run(): Promise<Row[]>;
}

/** `ours` as a multiple of the other value. */
export const ratio = ({ ours, against }: Row): number => ours / against.value;

export function meetsTarget(row: Row): boolean {
  return 'atLeast' in row.target ? ratio(row) >= row.target.atLeast : ratio(row) <= row.target.atMost;
}
