import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Chromium } from './launch-chromium.ts';

/**
 * Names the fonts of the package, wherever it was unpacked. Its own configuration looks for fonts where its cloud has
 * them, and the browser dies at the first letter when it finds none.
 */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

/**
 * The browser of the package, for Linux on x64, unpacked once into `node_modules/.cache`. It is returned twice: with
 * the libraries of the package, and with those of the system for when the former do not fit.
 */
export async function packedChromium(): Promise<Chromium[]> {
  const directory = await unpacked();
  const executablePath = join(directory, 'chromium');
  const fonts = { FONTCONFIG_FILE: join(directory, 'fonts/appshelf.conf') };
  const libraries = { LD_LIBRARY_PATH: join(directory, 'al2023/lib') };
  return [
    { executablePath, environment: { ...fonts, ...libraries } },
    { executablePath, environment: fonts },
  ];
}

/** The directory of the unpacked browser. Another run may unpack at the same moment. */
async function unpacked(): Promise<string> {
  const packageFile = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../package.json',
  );
  const { version }: { version: string } = JSON.parse(await readFile(packageFile, 'utf8'));
  const directory = join(import.meta.dirname, `../../../node_modules/.cache/packed-chromium-${version}`);
  if (existsSync(directory)) return directory;
  const partial = `${directory}.${process.pid}`;
  await mkdir(partial, { recursive: true });
  // The package unpacks into the temporary directory, and unpacks its libraries only where it believes that it is in
  // its cloud.
  const env = { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'unpack-chromium.ts')], { env });
  await writeFile(join(partial, 'fonts/appshelf.conf'), fontConfiguration);
  await rename(partial, directory).catch(() => rm(partial, { recursive: true, force: true }));
  return directory;
}
