import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../setup/free-port.ts';
import { isInstalled } from '../setup/run/installed.ts';
import { SystemServer } from '../setup/servers/system-server.ts';

/** PgBouncer in transaction mode before a database, where it is installed; its address, or null. */
export async function startPooler(database: string): Promise<{ url: string; stop(): Promise<void> } | null> {
  if (!isInstalled('pgbouncer')) return null;
  const home = await mkdtemp(join(tmpdir(), 'appshelf-pooler-'));
  const url = new URL(database);
  const port = await freePort();
  const { hostname, port: serverPort, pathname, username, password } = url;
  await writeFile(join(home, 'users'), `"${username}" "${password}"\n`);
  await writeFile(
    join(home, 'pgbouncer.ini'),
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${home}/users
pool_mode = transaction
`,
  );
  for (const [path, mode] of [
    [home, 0o755],
    [join(home, 'users'), 0o644],
  ] as const)
    await chmod(path, mode);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = new SystemServer('pgbouncer', ['-q', ...user, join(home, 'pgbouncer.ini')], {
    log: join(home, 'log'),
  });
  await pooler.listens(port);
  url.port = String(port);
  const stop = async () => {
    await pooler.stop('SIGKILL');
    await rm(home, { recursive: true, force: true });
  };
  return { url: url.href, stop };
}
