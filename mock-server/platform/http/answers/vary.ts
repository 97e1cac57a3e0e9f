import type { FastifyReply } from 'fastify';

/** Tells caches on which further request headers (a list with commas) this answer depends; RFC 9110, section 12.5.5. */
export function varyBy(reply: FastifyReply, names: string): void {
  const said = String(reply.getHeader('vary') ?? '');
  const all = joined(said, names);
  if (all !== said) reply.header('vary', all);
}

const namesIn = (list: string): string[] => list.split(/\s*,\s*/).filter((name) => name !== '');

function joined(said: string, names: string): string {
  const known = namesIn(said);
  const isKnown = (name: string) => known.some((other) => other.toLowerCase() === name.toLowerCase());
  return [...known, ...namesIn(names).filter((name) => !isKnown(name))].join(', ');
}
