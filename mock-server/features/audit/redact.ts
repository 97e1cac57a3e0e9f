/**
 * Names of fields whose value nobody may read, at any depth. Whoever knows a push endpoint can send to it, and a udid
 * identifies a device for ever.
 */
const secret =
  /password|passphrase|secret|token|private|invitation|cert|credential.*data|sealed|(^|_)hash$|(^|_)key$|api_?key|^auth$|^endpoint$|^udid$/i;
/** Fields that an organization fills with anything it likes, even passwords. */
const anything = /custom_metadata/i;
const hidden = '•••';

/** How deep objects are looked into. */
const deepest = 8;

/** A value with its secrets blanked out; parts that lie too deep are left out. */
export function redacted(value: unknown, name = '', depth = 0): unknown {
  if (value === null || value === undefined) return value ?? null;
  if (secret.test(name) && typeof value !== 'boolean' && !isMoment(name)) return hidden;
  if (typeof value === 'object' && depth >= deepest) return '…';
  if (Array.isArray(value)) return value.map((item) => redacted(item, name, depth + 1));
  if (typeof value !== 'object') return anything.test(name) ? hidden : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      redacted(part, anything.test(name) ? name : key, depth + 1),
    ]),
  );
}

/**
 * Whether a value is certainly longer than `most` characters when it is written as JSON with its secrets blanked out.
 * Makes no copy of the value.
 */
export const isLonger = (value: object, most: number): boolean => most < leastLength(value, most, 1);

/** The fewest characters that a value can have as JSON. Stops counting soon after `enough`. */
function leastLength(value: unknown, enough: number, depth: number): number {
  if (typeof value !== 'object' || value === null || depth >= deepest) return 1;
  let length = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      length += leastLength(item, enough, depth + 1);
      if (length > enough) break;
    }
    return length;
  }
  for (const [key, part] of Object.entries(value)) {
    // A name has two quotes and a colon; commas are not counted.
    length += key.length + 3 + (secret.test(key) ? 1 : leastLength(part, enough, depth + 1));
    if (length > enough) break;
  }
  return length;
}

/** Neither the moment of a password change nor the rules for passwords are secret. */
const isMoment = (name: string): boolean =>
  /^password_(changed|complexity|expiration|history|reset)/.test(name);
