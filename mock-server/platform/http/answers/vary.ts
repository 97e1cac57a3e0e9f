import type { FastifyReply } from 'fastify';

/** Says to who keeps answers which request headers this one depends on (RFC 9110, section 12.5.5), beside those said before. */
export function varyBy(reply: FastifyReply, ...names: string[]): void {
  const said = String(reply.getHeader('vary') ?? '');
  if (said === '') return void (names.length > 0 && reply.header('vary', names.join(', ')));
  const known = new Set(said.toLowerCase().split(/\s*,\s*/));
  const more = names.filter((name) => !known.has(name.toLowerCase()));
  if (more.length > 0) reply.header('vary', [said, ...more].filter((name) => name !== '').join(', '));
}
