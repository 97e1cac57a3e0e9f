import { describe, expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { weatherViolations } from './weather-check.ts';

describe('the page of what hostile weather once broke', () => {
  it('names tests that are there', () => {
    const sources = projectSources();
    const page = sources.get('docs/weather.md') ?? '';
    expect(page.match(/^\| /gm)?.length).toBeGreaterThan(40);
    expect(weatherViolations(sources, page)).toEqual([]);
  });
});

describe('the check of that page', () => {
  const sources = new Map([
    ['test/a.test.ts', "describe('a group', () => it.each(['one'])('holds %s', () => {}))"],
    ['test/b.test.ts', "it('holds too', () => {})"],
  ]);
  const head = '| what | where | test |\n|---|---|---|\n';
  const redHead = '\n## What makes them red\n| row | change | red then |\n|---|---|---|\n';
  it.each([
    ['| lost | `test/a.test.ts` | a group > holds … · one |', '', []],
    ['| lost | `test/a.test.ts` | holds two |', '', ['there is no test "holds two"']],
    ['| lost | `test/a.test.ts` | holds too |', '', ['there is no test "holds too"']],
    ['| lost | `test/a.test.ts` | another group > one |', '', ['there is no test "another group > one"']],
    ['| lost | `test/c.test.ts` | one |', '', ['there is no file test/c.test.ts', 'there is no test "one"']],
    ['| lost | `test/a.test.ts`, `test/b.test.ts` | holds too |', '| lost | by hand | one |', []],
    ['| lost | `test/b.test.ts` | holds too |', '| lost | by hand | one |', ['there is no test "one"']],
  ])('says of %j what is wrong', (row, red, problems) => {
    expect(weatherViolations(sources, head + row + redHead + red)).toEqual(problems);
  });
});
