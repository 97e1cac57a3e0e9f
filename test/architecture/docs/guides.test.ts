import { describe, expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { brokenCode, missingErrors } from './guide-check.ts';
import { pathViolations } from './path-check.ts';

const sources = projectSources();
const guide = sources.get('docs/offline.md') ?? '';
const errors = sources.get('src/data/http/errors.ts') ?? '';

/** Wrong code below the real page, so that the slow compiler is called only once for both. */
const planted = [
  'account.outbox.planted(id)',
  'account.catalog.state: Observable<OutboxRow>',
  'account.storage: Planted',
];
const plantedBlock = '```ts\nconst { planted } = account.catalog.state.get(); // planted\n```\n';

describe('the guide to the offline engine', () => {
  it('names and calls what is there; what is not is refused', async () => {
    const page = [guide, ...planted.map((span) => `\`${span}\``), plantedBlock].join('\n\n');
    expect((await brokenCode(page, sources)).sort()).toEqual([
      'void (account.catalog.state satisfies Observable<OutboxRow>);',
      'void (account.storage satisfies Planted);',
      'void (async () => { const { planted } = account.catalog.state.get(); });',
      'void account.outbox.planted;',
    ]);
  });

  it('has every error that a call can throw', () => {
    expect(missingErrors(guide, errors)).toEqual([]);
    expect(missingErrors(guide.replaceAll('`OfflineError`', ''), errors)).toEqual(['OfflineError']);
    expect(missingErrors(guide.replaceAll('`rate-limited`', ''), errors)).toEqual(['rate-limited']);
  });
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
