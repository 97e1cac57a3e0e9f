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

/** Neither the moment of a password change nor the rules for passwords are secret. */
const isMoment = (name: string): boolean =>
  /^password_(changed|complexity|expiration|history|reset)/.test(name);
