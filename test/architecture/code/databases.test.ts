import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inBucketToo, onlyOnPostgres, onObjectStoreToo, onPostgresToo } from '../../setup/run/databases.ts';
import { fullTierOnly } from '../../setup/run/tier.ts';
import { root } from '../project.ts';

it.each([...onlyOnPostgres, ...onPostgresToo, ...inBucketToo, ...onObjectStoreToo, ...fullTierOnly])(
  'finds test files by the pattern %s',
  (pattern) => {
    expect(globSync(pattern, { cwd: root })).not.toEqual([]);
  },
);
