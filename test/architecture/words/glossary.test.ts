import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { isCode, parse } from '../syntax.ts';

/** Words that the glossary refuses and that have no other meaning in code. */
const nowhere = [
  'announcement',
  'anonymous install',
  'EULA',
  'keystore',
  'patience',
  'principal',
  'read model',
  'repository',
  'sub-organization',
];

/**
 * Words that texts may use in another meaning, but names may not; the remaining refused words name other things
 * rightly, as `store` does.
 */
const inNoName = [
  'acknowledgement',
  'actor',
  'alert',
  'artifact',
  'asset',
  'association',
  'callback',
  'company',
  'conditions',
  'customer',
  'device type',
  'download URL',
  'forced',
  'garbage collection',
  'grant',
  'handset',
  'installed apps',
  'mutation',
  'preview',
  'product',
  'registration',
  'sandbox',
  'serializer',
  'team',
  'transfer',
  'vote',
  'wrapper',
];

const sources = projectSources();
const code = [...sources].filter(([path]) => isCode(path) && !path.endsWith('glossary.test.ts'));

/** The names of a file, and of its exports. */
const namesOf = ([path, text]: readonly [string, string]): string[] => [
  posix.basename(path).replace(/\.\w+$/, ''),
  ...parse(path, text).module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName: { name } }) => name ?? ''),
  ),
];

/** `readURLOf` and `read-url-of` as "read url of". */
const asWords = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase();

const written = (words: readonly string[]): string => words.join('|').replaceAll(/[ -]/g, '[ _-]?');

it('the words that are tested are those that the glossary refuses', () => {
  const rows = (sources.get('docs/glossary.md') ?? '').split('\n').map((line) => line.split('|'));
  const words = rows.flatMap((cells) => (cells[3] ?? '').split(',').map((word) => word.trim()));
  expect([...nowhere, ...inNoName].filter((word) => !words.includes(word))).toEqual([]);
});

it('names nothing, and speaks of nothing, by a word that the glossary refuses everywhere', () => {
  const anyOf = new RegExp(written(nowhere), 'i');
  const found = code.flatMap(([path, text]) =>
    text.split('\n').flatMap((line) => (anyOf.test(line) ? [`${path}: ${line}`] : [])),
  );
  expect(found).toEqual([]);
});

it('names no file of the product, and nothing that others import of it, by a word that the glossary refuses', () => {
  const anyOf = new RegExp(`\\b(${written(inNoName)})s?\\b`, 'i');
  const product = code.filter(([path]) => /^(contract|mock-server|src)\//.test(path));
  const found = product.flatMap((file) =>
    namesOf(file).flatMap((name) => (anyOf.test(asWords(name)) ? [`${file[0]}: ${name}`] : [])),
  );
  expect(found).toEqual([]);
});
