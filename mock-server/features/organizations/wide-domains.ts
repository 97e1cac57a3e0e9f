/** Second-level names below a country's domain that registries use, as in `co.uk` and `com.au`. */
const registries = /^(ac|co|com|edu|gob|gouv|gov|govt|gv|id|ltd|mil|ne|net|nom|or|org|plc|sch)$/;

/**
 * Whether an entry of a whitelist means everybody below a domain that has no single owner: `*.com`, `*.co.uk`. Domains
 * of hosting companies (`*.github.io`) look like those of any organization; only a list of them could tell.
 */
export function isTooBroad(entry: string): boolean {
  const [, host] = /^(?:https?:\/\/)?\*\.([^:]+)/.exec(entry.toLowerCase()) ?? [];
  if (host === undefined || host === 'localhost') return false;
  const [last = '', second = '', ...more] = host.split('.').reverse();
  return second === '' || (more.length === 0 && last.length === 2 && registries.test(second));
}
