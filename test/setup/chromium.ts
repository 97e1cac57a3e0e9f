import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A Chromium that starts on this machine, and what its environment must add for that. */
export interface Chromium {
  executablePath: string;
  environment: Record<string, string>;
}

/** A full browser has what the packed one lacks (push delivery, for one), so it is preferred. */
const installed = '/usr/bin/chromium';

/** The installed browser, or the one in the package, unpacked once. Error: when neither starts. */
export async function findChromium(): Promise<Chromium> {
  if (existsSync(installed)) return { executablePath: installed, environment: {} };
  const directory = await unpacked();
  const executablePath = join(directory, 'chromium');
  const fonts = { FONTCONFIG_PATH: join(directory, 'fonts') };
  const libraries = { LD_LIBRARY_PATH: join(directory, 'al2023/lib') };
  for (const environment of [fonts, { ...fonts, ...libraries }]) {
    if (await starts(executablePath, environment)) return { executablePath, environment };
  }
  throw new Error('The packed browser does not start here. Install a Chromium at /usr/bin/chromium.');
}

/** A machine without the browser's libraries refuses it before it can say its version. */
async function starts(executablePath: string, environment: Record<string, string>): Promise<boolean> {
  const options = { env: { ...process.env, ...environment } };
  return run(executablePath, ['--no-sandbox', '--version'], options).then(
    () => true,
    () => false,
  );
}

/** The directory of the unpacked browser; another run that unpacks at the same moment does no harm. */
async function unpacked(): Promise<string> {
  const packageFile = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../package.json',
  );
  const { version }: { version: string } = JSON.parse(await readFile(packageFile, 'utf8'));
  const directory = join(import.meta.dirname, `../../node_modules/.cache/chromium-${version}`);
  if (existsSync(directory)) return directory;
  const partial = `${directory}.${process.pid}`;
  await mkdir(partial, { recursive: true });
  // The package unpacks into the temporary directory, and its libraries only where it believes to be in its cloud.
  const env = { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  await run(process.execPath, [join(import.meta.dirname, 'unpack-chromium.ts')], { env });
  await rename(partial, directory).catch(() => rm(partial, { recursive: true, force: true }));
  return directory;
}
