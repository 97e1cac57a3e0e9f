import { describe, expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { asvsViolations } from './asvs.ts';

describe('the table of ASVS requirements', () => {
  it('names tests that are there', () => {
    expect(asvsViolations(projectSources())).toEqual([]);
  });
});

describe('the check of that table', () => {
  const sources = new Map([
    ['test/a/b.test.ts', "describe('a group', () => test.each([1])('it holds', () => {})); // no test"],
  ]);
  it.each([
    ['1.1.1 | 1 | met | a | b | a/b > it holds', []],
    ['1.1.1 | 1 | met | a | b | a/b > it does not', ['1.1.1: there is no test a/b > it does not']],
    ['1.1.1 | 1 | met | a | b | a/b > a group', []],
    ['1.1.1 | 1 | met | a | b | a/b > it', ['1.1.1: there is no test a/b > it']],
    ['1.1.1 | 1 | met | a | b | a/b > no test', ['1.1.1: there is no test a/b > no test']],
    ['1.1.1 | 1 | met | a | b | a/c > it holds', ['1.1.1: there is no test a/c > it holds']],
    ['1.1.1 | 1 | met | a | b |', ['1.1.1 has no test']],
    ['1.1.1 | 3 | fine | a | b |', ['1.1.1 has no level', '1.1.1 has no state']],
    ['1.1.1 | 1 | no | a | b |\n1.1.1 | 1 | no | a | b |', ['1.1.1 stands twice']],
  ])('says of %j what is wrong', (table, problems) => {
    expect(asvsViolations(sources, table)).toEqual(problems);
  });
});
