/** The limits of a JSON body. */
export interface BodySize {
  /** Most bytes. */
  readonly bytes: number;
  /** Most values: numbers, texts, lists and objects together, counted while they arrive. */
  readonly values: number;
}

/** The sizes that operations choose from, by what they need. */
export const bodySizes = {
  /** For operations that read the body before the caller is known. */
  small: { bytes: 16 * 1024, values: 500 },
  usual: { bytes: 256 * 1024, values: 10_000 },
  /** Whole inventories, bulk calls, files within JSON. */
  large: { bytes: 4 * 1024 * 1024, values: 100_000 },
} as const satisfies Record<string, BodySize>;

/** More levels of lists and objects than any object of the documents has. */
export const maxBodyDepth = 64;
