/**
 * Names of fields whose value nobody may read, wherever they stand. Whoever knows a push endpoint can send to it, and a udid identifies a
 * device for ever.
 */
const secret =
  /password|passphrase|secret|token|private|invitation|cert|credential.*data|sealed|(^|_)hash$|(^|_)key$|api_?key|^auth$|^endpoint$|^udid$/i;
/** Fields that an organization fills with what it likes, passwords too. */
const anything = /custom_metadata/i;
const hidden = '•••';

/** How deep objects are looked into. */
const deepest = 8;

/** A value with what is secret in it blanked out; what lies too deep is left out. */
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

/** When a password was changed is no secret, and neither are the rules for passwords. */
const isMoment = (name: string): boolean =>
  /^password_(changed|complexity|expiration|history|reset)/.test(name);
