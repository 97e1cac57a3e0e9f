import { describe, expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { handWrittenAddresses } from './addresses-check.ts';

const planted = (text: string) => handWrittenAddresses(new Map([['src/app/a.tsx', text]]));

describe('addresses of the catalog', () => {
  it('are written nowhere but in the contract', () => {
    expect(handWrittenAddresses(projectSources())).toEqual([]);
  });

  it.each([
    "const a = '/apps';",
    'const a = `/apps/${id}`;',
    'const a = `${base}/welcome?organization=${id}`;',
    'const a = <Link href="/updates" />;',
    "const a = '/apps?sort=newest';",
    'const a = /^\\/direct\\/([a-z]+)$/;',
  ])('are refused in %s', (text) => {
    expect(planted(text)).toHaveLength(1);
  });

  it.each(["const a = '/v1/search/';", "const a = '/appshelf';", 'const a = `/downloads/direct/${id}`;'])(
    'are not seen in %s',
    (text) => {
      expect(planted(text)).toEqual([]);
    },
  );
});
