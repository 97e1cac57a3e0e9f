import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leftOut, repeated } from '../../setup/run/breadth.ts';
import covering from '../../setup/run/covering-files.json' with { type: 'json' };
import {
  alwaysOnPostgres,
  drawn,
  onBothAlways,
  onPostgresOnly,
  serviceTests,
} from '../../setup/run/databases.ts';
import { formsOf } from '../../setup/statements/forms.ts';
import { root } from '../project.ts';

const suite = globSync(serviceTests, { cwd: root });

describe('the service suite', () => {
  it.each([...onPostgresOnly, ...alwaysOnPostgres, ...onBothAlways, ...drawn])(
    'has files that are named by %s',
    (pattern) => {
      expect(globSync(pattern, { cwd: root })).not.toEqual([]);
    },
  );

  it('has each file that runs on PostgreSQL for its statements', () => {
    expect(covering).not.toEqual([]);
    expect(covering.filter((file) => !suite.includes(file))).toEqual([]);
  });
});

describe('the essential breadth', () => {
  const named = Object.keys(leftOut);

  it.each(named)('leaves out files that are there, with a reason: %s', (pattern) => {
    expect(globSync(pattern, { cwd: root })).not.toEqual([]);
    expect(leftOut[pattern]).not.toBe('');
  });

  it('leaves out no file whose statements it needs', () => {
    const files = globSync(named, { cwd: root });
    expect(covering.filter((file) => files.includes(file))).toEqual([]);
  });

  it.each(Object.entries(repeated))('does less often what it says, and not never: %s', (_, counts) => {
    expect(counts.essential).toBeGreaterThan(0);
    expect(counts.essential).toBeLessThan(counts.everything);
  });
});

describe('a form of statements', () => {
  it.each([
    [
      'is the same however many values are in a list',
      'select "id" from "users" where "id" in ($1, $2, $3)',
      ['select "id" from "users" where "id" in (?)'],
    ],
    [
      'is the same however many rows are sent',
      'select 1 from (values (cast($1 as text), cast($2 as text)), (cast($3 as text), cast($4 as text))) as row',
      ['select 1 from (values (cast(? as text))) as row'],
    ],
    [
      'is the same from two words on that are searched for',
      'select 1 from "a" where (lower("b") like $1) and (lower("b") like $2) and (lower("b") like $3) limit 51',
      ['select 1 from "a" where (lower("b") like ?) and (lower("b") like ?) limit ?'],
    ],
    [
      'is one of each column that is set',
      'update "users" set "role" = $1, "seen" = coalesce("seen", $2) where "id" = $3',
      [
        'update "users" set "role" = ? where "id" = ?',
        'update "users" set "seen" = coalesce("seen", ?) where "id" = ?',
      ],
    ],
    [
      'is one of each column of a new row',
      'insert into "a" ("b", "c") values ($1, $2), ($3, $4) on conflict ("b") do update set "c" = $5, "n" = "n" + 1',
      [
        'insert into "a" ("b") on conflict ("b") do update set "n" = "n" + 1',
        'insert into "a" ("c") on conflict ("b") do update set "n" = "n" + 1',
      ],
    ],
    ['is none of what tests do with the server', 'create database t1 template migrated', []],
  ])('%s', (_why, text, forms) => {
    expect(formsOf(text)).toEqual(forms);
  });
});
