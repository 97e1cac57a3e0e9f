import { readdirSync, readFileSync } from 'node:fs';

/** The clock ticks in a second of `/proc` (Linux). */
const ticks = 100;

/**
 * Seconds of processor time that the PostgreSQL server of this process has used, with the processes of its connections,
 * also those that have ended (Linux). Zero when this process has no server.
 */
export function serverProcessorTime(): number {
  const all = readdirSync('/proc').flatMap(processOf);
  const server = all.find(({ name, parent }) => name === 'postgres' && parent === process.pid);
  if (server === undefined) return 0;
  const connections = all.filter(({ parent }) => parent === server.id);
  const used = server.own + server.ended + connections.reduce((sum, { own }) => sum + own, 0);
  return used / ticks;
}

/** What `/proc/<id>/stat` says about a process; nothing when it has just ended. */
function processOf(entry: string) {
  if (!/^\d+$/.test(entry)) return [];
  try {
    const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
    const fields = rest.split(' ').map(Number);
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at] ?? 0,
    );
    return [{ id: Number(entry), name, parent, own: user + system, ended: endedUser + endedSystem }];
  } catch {
    return [];
  }
}
