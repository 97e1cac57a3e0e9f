const secret = /token|password|secret|authorization|cookie|signature/i;
const redacted = '(struck out)';
const maxDepth = 12;

/**
 * A copy as plain data that can be written as JSON, without secrets: they are recognized by the name of a field, or
 * within an address.
 */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return '…';
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, depth + 1));
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, field]) => [
      name,
      secret.test(name) && field !== null ? redacted : withoutSecrets(field, depth + 1),
    ]);
    return Object.fromEntries(fields);
  }
  if (typeof value === 'string') return value.replace(/([?&#][\w-]+=)[^&#\s]+/g, `$1${redacted}`);
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : typeof value;
}
