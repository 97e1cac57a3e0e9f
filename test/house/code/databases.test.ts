import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onSqliteOnly, serviceTests } from '../../setup/run/databases.ts';
import { root } from '../project.ts';

const onBoth = globSync(serviceTests, { cwd: root, exclude: onSqliteOnly });

describe('the service suite', () => {
  it.each(onSqliteOnly)('has files that are named by %s', (pattern) => {
    expect(globSync(pattern, { cwd: root })).not.toEqual([]);
  });

  it('sends every operation to PostgreSQL too', () => {
    expect(onBoth).toContain('test/conformance/roles/matrix.test.ts');
  });

  it.each(readdirSync(join(root, 'mock-server/features')))('tests %s on PostgreSQL too', (feature) => {
    expect(onBoth.filter((path) => path.startsWith(`test/${feature}/`))).not.toEqual([]);
  });
});
