import { describe, expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { regressionViolations } from './regressions-check.ts';

describe('the page of regressions', () => {
  it('names tests that exist', () => {
    const sources = projectSources();
    const page = sources.get('docs/regressions.md') ?? '';
    expect(page.match(/^\| /gm)?.length).toBeGreaterThan(40);
    expect(regressionViolations(sources, page)).toEqual([]);
  });
});

describe('the check of the page of regressions', () => {
  const sources = new Map([
    ['test/a.test.ts', "describe('a group', () => it.each(['one'])('holds %s', () => {}))"],
    ['test/b.test.ts', "it('holds too', () => {})"],
  ]);
  const head = '| what | where | test |\n|---|---|---|\n';
  const brokenHead =
    '\n## Tests that were proven by breaking the code\n| row | change | tests that failed |\n|---|---|---|\n';
  it.each([
    ['| lost | `test/a.test.ts` | a group > holds … · one |', '', []],
    ['| lost | `test/a.test.ts` | holds two |', '', ['there is no test "holds two"']],
    ['| lost | `test/a.test.ts` | holds too |', '', ['there is no test "holds too"']],
    ['| lost | `test/a.test.ts` | another group > one |', '', ['there is no test "another group > one"']],
    ['| lost | `test/c.test.ts` | one |', '', ['there is no file test/c.test.ts', 'there is no test "one"']],
    ['| lost | `test/a.test.ts`, `test/b.test.ts` | holds too |', '| lost | by hand | one |', []],
    ['| lost | `test/b.test.ts` | holds too |', '| lost | by hand | one |', ['there is no test "one"']],
  ])('reports what is wrong with %j', (row, broken, problems) => {
    expect(regressionViolations(sources, head + row + brokenHead + broken)).toEqual(problems);
  });
});
