import { describe, expect, it } from 'vitest';
import { brokenCode, missingErrors } from './guide-check.ts';
import { pathViolations } from './path-check.ts';
import { projectSources } from './project.ts';

const sources = projectSources();
const guide = sources.get('docs/offline.md') ?? '';
const errors = sources.get('src/data/http/errors.ts') ?? '';

describe('the guide to the offline engine', () => {
  it('names and calls what is there', async () => {
    expect(await brokenCode(guide, sources)).toEqual([]);
  });

  it('has every error that a call can throw', () => {
    expect(missingErrors(guide, errors)).toEqual([]);
    expect(missingErrors(guide.replaceAll('`OfflineError`', ''), errors)).toEqual(['OfflineError']);
    expect(missingErrors(guide.replaceAll('`rate-limited`', ''), errors)).toEqual(['rate-limited']);
  });
});

it('the check of a guide refuses what is not there, and takes what is', async () => {
  const refused = [
    '`account().outbox.planted(id)`',
    '`account().catalog.state: Observable<OutboxRow>`',
    '`account().storage: Planted`',
  ];
  const block = '```ts\nconst { planted } = account().catalog.state.get(); // planted\n```\n';
  const taken = '`account().outbox.retry(id)`, `engine().update.state`, `ends`, `account()`';
  const found = await brokenCode(`${taken}\n${refused.join(' ')}\n${block}`, sources);
  expect(found).toHaveLength(refused.length + 1);
  expect(await brokenCode('`engine() or not`', sources)).toEqual(['engine() or not']);
});

describe('paths in documents', () => {
  it('lead to what is there', () => {
    expect(pathViolations(sources)).toEqual([]);
  });

  it.each([
    ['`src/a/b.ts`', 0],
    ['`src/a/`', 0],
    ['`src/<feature>/b.ts`, `src/*/b.ts` and `src/**/a/*.ts`', 0],
    ['`node src/a/{b,c}.ts`', 0],
    ['```sh\nnode src/a/b.ts\n```', 0],
    ['`elsewhere/src/c.ts`', 0],
    ['`src/a/c.ts`', 1],
    ['`src/c/`', 1],
    ['```sh\nnode test/a.ts\n```', 1],
  ])('of %s are refused: %i', (text, count) => {
    const files = [['docs/a.md', text] as const, ['src/a/b.ts', ''] as const];
    expect(pathViolations(new Map(files))).toHaveLength(count);
  });
});
