import type { FastifyReply } from 'fastify';

/**
 * The result of adding names to a header's earlier value; there are few, because only the service itself adds names.
 */
const together = new Map<string, Map<string, string>>();

/** Tells caches on which further request headers (a list with commas) this answer depends; RFC 9110, section 12.5.5. */
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
