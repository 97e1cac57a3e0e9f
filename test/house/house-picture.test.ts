import { describe, expect, it } from 'vitest';
import { housePicture, picturePage, withPicture } from './house-picture.ts';
import { projectSources } from './project.ts';

const sources = projectSources();

describe('the picture of the house', () => {
  it('shows who imports whom; node test/house/write-house-picture.ts writes it anew', () => {
    const page = sources.get(picturePage) ?? '';
    expect(page).toBe(withPicture(page, housePicture(sources)));
  });

  it('shows an import that was added', () => {
    const added = new Map([...sources, ['src/ui/a.ts', `import '../data/engine.ts';`]]);
    expect(housePicture(added)).toContain('  src/ui --> src/data\n');
  });

  it('tells imports of types only from the others', () => {
    const ofType = new Map([
      ['src/data/search/a.ts', `import type { B } from '../http/b.ts';`],
      ['src/data/http/b.ts', ''],
      ['contract/c.ts', `import type { B } from '../src/data/http/b.ts';`],
    ]);
    expect(housePicture(ofType)).toContain('| `search` | *http* |');
    expect(housePicture(ofType)).toContain('  contract -.-> src/data\n');
    const ofBoth = new Map([...ofType, ['src/data/search/d.ts', `import { B } from '../http/b.ts';`]]);
    expect(housePicture(ofBoth)).toContain('| `search` | http |');
  });

  it('is refused by a page without a place for it', () => {
    expect(() => withPicture('# Architecture\n', 'picture')).toThrow('no place');
  });
});
