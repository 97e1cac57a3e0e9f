/** Readers for JSON from outside. A value of another type than expected counts as missing. */

export const toRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const toTexts = (value: unknown): string[] => toList(value).filter((item) => typeof item === 'string');

/** Parsed JSON; undefined when it is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
