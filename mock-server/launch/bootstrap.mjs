/**
 * The first step of every command, on whatever Node the machine has: built-in modules only, nothing newer than Node 20.
 * Installs what the lock file names when that is not what is installed, then runs the program given as argument on
 * Node 24, passing on its arguments, signals and exit code.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const binaries = join(root, 'node_modules', '.bin');
const stampFile = join(root, 'node_modules', '.appshelf-stamp');
const neededVersion = 24;
/**
 * Options of the service's runtime: garbage is collected early, and freed memory is returned to the system, because a
 * flood of requests would otherwise leave the process twice as large as it needs to be;
 * docs/performance.md.
 */
const runtime = JSON.parse(readFileSync(new URL('runtime.json', import.meta.url), 'utf8'));
const ofTheService = ['mock-server/launch/serve.ts', 'mock-server/launch/start.ts'];

if (process.platform === 'win32')
  fail("Appshelf's commands need a POSIX shell. On Windows, run them in WSL.");
const [program, ...programArguments] = process.argv.slice(2);
if (!program) fail('bootstrap.mjs needs the program to run as its argument.');
install();
run(findNode());

/** Installs from the lock file, unless the stamp says that this very lock file is installed. */
function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  process.stderr.write('Installing packages; this happens once, and again when they change.\n');
  // Install scripts would compile what is delivered compiled; no package here needs one.
  const npmArguments = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = getNpmCommand();
  const ended = spawnSync(npm[0], [...npm.slice(1), ...npmArguments], { cwd: root, stdio: ['ignore', 2, 2] });
  if (ended.error)
    fail(`npm can't be started (${ended.error.message}). It comes with Node: install both and try again.`);
  if (ended.status !== 0) {
    fail(
      'The packages could not be installed: see above. The package registry must be reachable for this; then try again.',
    );
  }
  writeFileSync(stampFile, wanted);
}

/** The npm that runs this script, otherwise the one on the PATH. */
function getNpmCommand() {
  const running = process.env.npm_execpath;
  return running && basename(running).startsWith('npm') ? [process.execPath, running] : ['npm'];
}

/** The Node of the installed packages, or the one that runs this when it is new enough. */
function findNode() {
  const packaged = join(binaries, 'node');
  const problem = existsSync(packaged)
    ? whyNot(packaged)
    : `there is no packaged Node for ${process.platform}-${process.arch}`;
  if (problem === null) return packaged;
  if (isNewEnough(process.version)) return process.execPath;
  return fail(
    `Appshelf needs Node ${neededVersion}; this is ${process.version}, and ${problem}. ` +
      `Install Node ${neededVersion} and try again.`,
  );
}

/** Why a Node can't run this; null when it can. */
function whyNot(node) {
  const { stdout, stderr, error, status, signal } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (error) return `${node} can't be started (${error.message})`;
  if (status !== 0) return `${node} ended with ${signal || status} (${(stderr || '').trim().slice(0, 300)})`;
  return isNewEnough(stdout) ? null : `${node} is ${stdout.trim()}`;
}

function isNewEnough(version) {
  return Number.parseInt(version.slice(1), 10) >= neededVersion;
}

function run(node) {
  const isService = ofTheService.includes(program);
  const env = Object.assign({}, isService ? runtime.environment : {}, process.env, {
    PATH: binaries + delimiter + (process.env.PATH || ''),
  });
  const options = isService ? runtime.options : [];
  const child = spawn(node, [...options, join(root, program), ...programArguments], {
    env,
    stdio: 'inherit',
  });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`${node} can't be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal) process.removeAllListeners(signal);
    if (signal) process.kill(process.pid, signal);
    else process.exit(code === null ? 1 : code);
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
