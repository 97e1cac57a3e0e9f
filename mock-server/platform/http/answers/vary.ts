import type { FastifyReply } from 'fastify';

/** What names said before and more of them make together: few, since only the service itself says any. */
const together = new Map<string, Map<string, string>>();

/** Says to who keeps answers which request headers (a list with commas) this one depends on (RFC 9110, section 12.5.5), beside those said before. */
export function varyBy(reply: FastifyReply, names: string): void {
  const said = String(reply.getHeader('vary') ?? '');
  const after = together.get(said) ?? new Map<string, string>();
  const all = after.get(names) ?? joined(said, names);
  together.set(said, after.set(names, all));
  if (all !== said) reply.header('vary', all);
}

const namesIn = (list: string): string[] => list.split(/\s*,\s*/).filter((name) => name !== '');

function joined(said: string, names: string): string {
  const known = namesIn(said);
  const isKnown = (name: string) => known.some((other) => other.toLowerCase() === name.toLowerCase());
  return [...known, ...namesIn(names).filter((name) => !isKnown(name))].join(', ');
}
