import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outlineModule } from '../../mock-server/launch/operation-outline.ts';

const contract = join(import.meta.dirname, '../../contract');
const serviceOnly = [
  'params',
  'query',
  'body',
  'headers',
  'response',
  'summary',
  'source',
  'deliveries',
  'files',
  'recorded',
];
const modules = globSync('*.ts', { cwd: contract });

describe('the outline of a module', () => {
  it('leaves out what only the service needs of an operation', () => {
    expect(outlineModule(`export const a = operation({ path: '/', response: S, summary: 'x' });`)).toBe(
      `export const a = operation({ path: '/' });`,
    );
  });

  it('takes the same names nowhere else', () => {
    const code = `
      const form = { body: 1, response: 2, files: [3] };
      export const words = other({ summary: 'x', query: 'y' });
      export const nested = operation({ roles: [{ source: 1 }] });
    `;
    expect(outlineModule(code)).toBe(code);
  });

  it('resolves what an operation spreads, and leaves it to others as it is', () => {
    const code = `const reading = { context: 'c', headers: H };
const list = { ...reading, query: Q };
export const { query } = list;
export const a = operation({ ...list, ...made(), name: 'a' });`;
    expect(outlineModule(code)).toBe(code.replace('...list, ...made()', `context: 'c', ...made()`));
  });
});

describe('the outline of the contract', () => {
  let directory: string;
  beforeAll(async () => {
    const cache = join(contract, '../node_modules/.cache');
    await mkdir(cache, { recursive: true });
    directory = await mkdtemp(join(cache, 'outline-'));
    for (const path of globSync('**/*.ts', { cwd: contract })) {
      const { code } = await transformWithOxc(readFileSync(join(contract, path), 'utf8'), path);
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), outlineModule(code));
    }
  });
  afterAll(() => rm(directory, { recursive: true }));

  const isOperation = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
  const outlineOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(outlineOf);
    if (!isOperation(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([name]) => !serviceOnly.includes(name)));
  };
  const exported = async (path: string): Promise<Record<string, unknown>> => ({ ...(await import(path)) });

  it.each(modules)('keeps everything of %s but the schemas and words of its operations', async (name) => {
    const before = await exported(join(contract, name));
    const after = await exported(join(directory, name));
    const expected = Object.entries(before).map(([key, value]) => [key, outlineOf(value)]);
    expect(JSON.stringify(after)).toBe(JSON.stringify(Object.fromEntries(expected)));
  });
});
