import { expect, it } from 'vitest';
import { projectSources } from './project.ts';
import { isCode } from './syntax.ts';

/** Words that the glossary refuses and that mean nothing else in code; most of the others are right in another place. */
const refused = ['EULA', 'keystore', 'patience', 'principal', 'repository', 'tenant'];

const sources = projectSources();

it('names nothing by a word that the glossary refuses', () => {
  const rows = (sources.get('docs/glossary.md') ?? '').split('\n').map((line) => line.split('|'));
  const words = rows.flatMap((cells) => (cells[3] ?? '').split(',').map((word) => word.trim()));
  expect(words).toEqual(expect.arrayContaining(refused));
  const anyOf = new RegExp(refused.join('|'), 'i');
  const found = [...sources]
    .filter(([path]) => isCode(path) && path !== 'test/house/glossary.test.ts')
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line) => (anyOf.test(line) ? [`${path}: ${line}`] : [])),
    );
  expect(found).toEqual([]);
});
