import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { buildSeccompFilter } from './seccomp.ts';

/** Paths that a worker may access; everything else is hidden from it where the system supports that. */
export interface AllowedPaths {
  readable: readonly string[];
  writable: string;
}

/** A way to isolate a worker from the machine and the network. */
export interface Isolation {
  readonly name: 'bubblewrap' | 'unshare' | 'none';
  /** How the log describes it at the start. */
  readonly means: string;
  /** The command that runs another one inside. */
  command(program: string, reach: AllowedPaths): readonly string[];
  /** Bytes that the command reads from descriptor 3; null: none. */
  readonly descriptor3: Buffer | null;
}

const systemPaths = ['/usr', '/lib', '/lib64', '/etc/ld.so.cache'];

const filter = buildSeccompFilter();

const bubblewrap: Isolation = {
  name: 'bubblewrap',
  means: 'no network, no files but their own, few system calls',
  descriptor3: filter,
  command: (program, { readable, writable }) => [
    program,
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    ...systemPaths.flatMap((path) => ['--ro-bind-try', path, path]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...readable.flatMap((path) => ['--ro-bind', path, path]),
    '--bind',
    writable,
    writable,
    '--chdir',
    writable,
    ...(filter === null ? [] : ['--seccomp', '3']),
    '--',
  ],
};

const unshare: Isolation = {
  name: 'unshare',
  means: 'no network; bubblewrap would also hide the files of this machine from them',
  descriptor3: null,
  command: (program) => [program, '--user', '--map-current-user', '--net', '--ipc', '--'],
};

export const noIsolation: Isolation = {
  name: 'none',
  means: 'neither bubblewrap nor unshare works here, so only Node restricts what they can reach',
  descriptor3: null,
  command: () => [],
};

/** An isolation whose program is installed. */
export interface Found {
  isolation: Isolation;
  program: string;
}

const programs = [
  { isolation: bubblewrap, name: 'bwrap' },
  { isolation: unshare, name: 'unshare' },
] as const;

/**
 * The isolations that may work here, the strictest first. Whether one really works is known only after a worker was
 * started with it.
 */
export async function findIsolations(searchPath: string): Promise<Found[]> {
  if (process.platform !== 'linux') return [{ isolation: noIsolation, program: '' }];
  const found: Found[] = [];
  for (const { isolation, name } of programs) {
    const program = await findProgram(name, searchPath);
    if (program !== null) found.push({ isolation, program });
  }
  return [...found, { isolation: noIsolation, program: '' }];
}

async function findProgram(name: string, searchPath: string): Promise<string | null> {
  for (const directory of searchPath.split(delimiter).filter((path) => path.startsWith('/'))) {
    const path = join(directory, name);
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return path;
  }
  return null;
}

/** The path of Node itself. */
export const nodePath = dirname(process.execPath);
