/** A value of a property list; dates and data keep their own types. */
export type PlistValue = string | number | boolean | null | Date | Buffer | PlistValue[] | PlistDictionary;
export type PlistDictionary = Map<string, PlistValue>;

/**
 * Limits for nesting, values and text. A value counts each time it occurs, because a binary list may refer to it many
 * times.
 */
export const plistLimits = { depth: 32, values: 50_000, textBytes: 1024 * 1024 } as const;

/** The text under `key`, trimmed; null when there is none. */
export function plistText(dictionary: PlistDictionary, key: string): string | null {
  const value = dictionary.get(key);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

/** The values of the list under `key`; a single value counts as a list of one, absence as none. */
export function plistList(dictionary: PlistDictionary, key: string): PlistValue[] {
  const value = dictionary.get(key);
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The texts in the list under `key`; other values are left out. */
export function plistTexts(dictionary: PlistDictionary, key: string): string[] {
  return plistList(dictionary, key).filter((value) => typeof value === 'string');
}

/** The dictionary under `key`, empty when there is none. */
export function plistDictionary(dictionary: PlistDictionary, key: string): PlistDictionary {
  const value = dictionary.get(key);
  return value instanceof Map ? value : new Map();
}

/** A value as JSON can carry it: dates as ISO 8601, data as base64. */
export type PlistJson = string | number | boolean | null | PlistJson[] | { [key: string]: PlistJson };

export function plistToJson(value: PlistValue): PlistJson {
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, inner]) => [key, plistToJson(inner)]));
  }
  if (Array.isArray(value)) return value.map(plistToJson);
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value.toString('base64');
  return value;
}
