import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { vectorsMissing } from '../fixtures/signature-vectors.ts';
import { isInstalled } from '../setup/run/installed.ts';

const programs = [
  'apksigner',
  'zipalign',
  'aapt',
  'aapt2',
  'apktool',
  'dexdump',
  'smali',
  'openssl',
] as const;
/** PgBouncer, through which the service runs where it is installed. */
export const pooler = 'pgbouncer';
type Program = (typeof programs)[number];

/** What to install for the interoperability tests, null when everything is here. */
export function missingTools(): string | null {
  if (!programs.every(isInstalled)) {
    const packages = programs.filter((name) => name !== 'aapt2');
    return `The interoperability tests need Android’s own tools: apt-get install ${packages.join(' ')} (Debian; aapt2 comes with aapt).`;
  }
  const missing = vectorsMissing();
  return missing === null ? null : `The interoperability tests need ${missing}.`;
}

/** What a program says, and whether it ended well. */
export interface Verdict {
  good: boolean;
  text: string;
}

export async function ask(program: Program, ...args: string[]): Promise<Verdict> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  await once(child, 'close');
  return { good: child.exitCode === 0, text };
}

/** Orders certificates, of which each tool has an order of its own. */
export const byText = (a: string, b: string): number => (a < b ? -1 : 1);

/** What `apksigner` finds: the schemes that it verified and the signers' certificates (SHA-256). */
export async function askApksigner(path: string, minSdk: number | null) {
  const level = minSdk === null ? [] : ['--min-sdk-version', String(minSdk)];
  const { good, text } = await ask('apksigner', 'verify', '-v', '--print-certs', ...level, path);
  const schemes = ['v1', 'v2', 'v3'].filter((scheme) =>
    new RegExp(`using ${scheme} scheme .*: true`).test(text),
  );
  const found = [...text.matchAll(/certificate SHA-256 digest: ([0-9a-f]{64})/g)];
  return {
    verified: good,
    schemes: good ? schemes : [],
    signers: good ? found.map(([, sha = '']) => sha).toSorted(byText) : [],
  };
}
