/** One figure of the product beside its bound. */
export interface Row {
  /** What was done or measured. */
  work: string;
  ours: number;
  unit: string;
  /** The bound in the unit of `ours`; where there is a peer, the bound of `ours` divided by the peer's figure. */
  bound: { atLeast: number } | { atMost: number };
  /** Something that did the same in the same run on the same machine. */
  peer?: { name: string; value: number };
}

/** Something that `npm run bench` measures. */
export interface Measurement {
  name: string;
  /** Why it runs only when it is named. */
  onRequest?: string;
  run(): Promise<Row[]>;
}

/** A figure that must not be larger than a fixed limit. */
export const limited = (work: string, ours: number, unit: string, atMost: number): Row => ({
  work,
  ours,
  unit,
  bound: { atMost },
});

/** The figure that the bound is about. */
export const bounded = ({ ours, peer }: Row): number => (peer === undefined ? ours : ours / peer.value);

/** Whether the row is within its bound. */
export function isMet(row: Row): boolean {
  return 'atLeast' in row.bound ? bounded(row) >= row.bound.atLeast : bounded(row) <= row.bound.atMost;
}
