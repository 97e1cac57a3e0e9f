import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withZip } from '../../mock-server/app-packages/zip/open-zip.ts';
import type { ToolFacts } from '../fixtures/inspected/files.ts';
import { ask, byText } from './tools.ts';

const dexFile = /^classes\d*\.dex$/;
const dexBytes = 64 * 1024 * 1024;

/** What `aapt` and `dexdump` say about a package. */
export async function askFacts(path: string): Promise<ToolFacts> {
  const badging = await ask('aapt', 'dump', 'badging', path);
  const names = [...badging.text.matchAll(/^uses-(?:implied-)?permission(?:-sdk-23)?: name='([^']+)'/gm)];
  const dex: ToolFacts['dex'] = {};
  await withDexFiles(path, async (name, file) => {
    const { text } = await ask('dexdump', '-f', file);
    const number = (field: string) => Number(new RegExp(`^${field} *: (\\d+)`, 'm').exec(text)?.[1]);
    dex[name] = {
      strings: number('string_ids_size'),
      classes: number('class_defs_size'),
      methods: number('method_ids_size'),
    };
  });
  return { permissions: [...new Set(names.map(([, name = '']) => name))].toSorted(byText), dex };
}

/** The texts that code of a package loads, as `dexdump` disassembles it. */
export async function askLoadedTexts(path: string): Promise<Set<string>> {
  const texts = new Set<string>();
  await withDexFiles(path, async (_name, file) => {
    const { text } = await ask('dexdump', '-d', file);
    for (const [, loaded = ''] of text.matchAll(/const-string(?:\/jumbo)? v\d+, "(.*)" \/\/ string@/g))
      texts.add(loaded);
  });
  return texts;
}

async function withDexFiles(
  path: string,
  work: (name: string, file: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'appshelf-interop-'));
  try {
    await withZip(path, async (zip) => {
      for (const name of zip.names().filter((name) => dexFile.test(name))) {
        const file = join(folder, name);
        await writeFile(file, (await zip.read(name, dexBytes)) ?? '');
        await work(name, file);
      }
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
