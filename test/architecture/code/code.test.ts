import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectSources, root } from '../project.ts';
import type { Sources } from '../syntax.ts';
import { codeViolations } from './code-check.ts';

/** The files and folders at the top of a checkout. */
const trees = ['.ci', 'contract', 'docs', 'mock-server', 'public', 'src', 'test'];
const files = [
  '.gitignore',
  '.oxlintrc.json',
  'LICENSE',
  'CHANGELOG.md',
  'README.md',
  'biome.json',
  'index.html',
  'knip.json',
];
const configuration = [
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'vitest.config.ts',
];
/** What git and the commands add to it. */
const added = ['.cache', '.git', 'bench-results.json', 'coverage', 'data', 'dist', 'node_modules'];
const topLevel = [trees, files, configuration, added].flat();

/** Written in parts, so that this file does not contain what it forbids. */
const beside = ['..', 'shared'].join('/');

const forbidden: readonly string[] = [
  'let x: any;',
  'const f = (x: any[]): void => {};',
  'let x = y as any;',
  '// @ts-ignore\nlet x;',
  '/* @ts-expect-error: later */\nlet x;',
  '// oxlint-disable-next-line no-console\nlet x;',
  '// biome-ignore format: as it is\nlet x;',
  `vi.mock('./a.ts');`,
  'const f = vi.fn();',
  `vi.spyOn(console, 'log');`,
  `it.only('a', () => {});`,
  `fc.string({ unit: 'binary' });`,
  `it.skip('a', () => {});`,
  `describe.skip('a', () => {});`,
  `it.each([1]).skip('a', () => {});`,
  `it.skipIf(true)('a', () => {});`,
  `import x from '${beside}/a.ts';`,
];

const allowed: readonly string[] = [
  `const text = 'any vi.fn or it.only in a text, // @ts-ignore too';`,
  `it.each([1])('a', () => {});`,
  'list.skip(3);',
  'const any = 1;',
  'fc.string({ unit: anyCharacter });',
];

/** The maximum number of lines in a file of the product, except for lists of data. */
const max = 300;
const lists = ['mock-server/demo/applications.ts'];

const longFiles = (sources: Sources): string[] =>
  [...sources]
    .filter(([path]) => /^(contract|mock-server|src)\/.*\.(ts|tsx|mjs)$/.test(path) && !lists.includes(path))
    .map(([path, text]) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > max)
    .map(({ path, lines }) => `${path} has ${lines} lines: split it`);

describe('the code', () => {
  it('holds nothing that the rules forbid', () => {
    expect(codeViolations(projectSources())).toEqual([]);
  });

  it('of the product has no file that one does not read in one go', () => {
    expect(longFiles(projectSources())).toEqual([]);
  });

  it('has nothing at its top but what belongs there', () => {
    expect(readdirSync(root).filter((name) => !topLevel.includes(name))).toEqual([]);
  });
});

describe('the check of the code', () => {
  it('refuses a file of the product that is too long', () => {
    const text = 'x;\n'.repeat(max + 1);
    const files = ['src/a.ts', 'test/a.ts', 'src/a.css'].map((path) => [path, text] as const);
    expect(longFiles(new Map(files))).toEqual([`src/a.ts has ${max + 1} lines: split it`]);
  });

  it.each(forbidden)('refuses %s', (text) => {
    expect(codeViolations(new Map([['test/a.test.ts', text]]))).toHaveLength(1);
  });

  it.each(allowed)('takes %s', (text) => {
    expect(codeViolations(new Map([['test/a.test.ts', text]]))).toEqual([]);
  });

  it('reads documents too', () => {
    expect(codeViolations(new Map([['docs/a.md', `See ${beside}/design.`]]))).toHaveLength(1);
  });
});
