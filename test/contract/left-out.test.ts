import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, loadConfigFromFile } from 'vite';
import { expect, it } from 'vitest';
import { createOperationOutline } from '../../mock-server/launch/operation-outline.ts';

const root = join(import.meta.dirname, '../..');

/** The modules of the contract that the catalog imports. */
function importedByCatalog(): string[] {
  const sources = globSync('src/{app,data,features,service-worker,ui}/**/*.{ts,tsx}', { cwd: root });
  const found = sources.flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/from '(?:\.\.\/)+(contract\/[\w/-]+\.ts)'/g),
  ]);
  return [...new Set(found.map(([, module = '']) => module))];
}

/** What the product's build keeps of modules from which nothing is used. */
async function listStored(modules: readonly string[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'appshelf-left-out-'));
  try {
    const mode = { command: 'build', mode: 'production' } as const;
    const loaded = await loadConfigFromFile(mode, join(root, 'vite.config.ts'));
    const treeshake = loaded?.config.build?.rolldownOptions?.treeshake ?? true;
    const input = join(directory, 'entry.js');
    await writeFile(
      input,
      modules.map((module) => `import ${JSON.stringify(join(root, module))};`).join('\n'),
    );
    const built = await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [createOperationOutline(join(root, 'contract'))],
      build: { write: false, minify: false, rolldownOptions: { input, treeshake } },
    });
    const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
    return outputs.map((output) => ('code' in output ? output.code : '')).join('\n');
  } finally {
    await rm(directory, { recursive: true });
  }
}

// The build does not know that this function only makes a schema: it would keep the function with the whole schema
// library.
it('of the contract the catalog loads only what it uses', async () => {
  const modules = importedByCatalog();
  expect(modules.length).toBeGreaterThan(10);
  // The bundler names each module above the part of it that is kept.
  const stored = (await listStored(modules)).matchAll(/^\/\/(?:#region)? (\S*contract\/\S+)$/gm);
  expect([...stored].map(([, module]) => module)).toEqual([]);
});
