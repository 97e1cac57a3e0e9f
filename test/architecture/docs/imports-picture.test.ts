import { expect, it } from 'vitest';
import { importsPicture } from './imports-picture.ts';

/** Three files, two of which import only types of the third. */
const files = new Map([
  ['src/data/http/a.ts', ''],
  ['src/data/search/b.ts', `import type { A } from '../http/a.ts';`],
  ['src/ui/c.ts', `import { type A } from '../data/http/a.ts';`],
]);

it('tells imports of types only from the others', () => {
  expect(importsPicture(files)).toContain('| `search` | *http* |');
  expect(importsPicture(files)).toContain('  src/ui -.-> src/data\n');
});

it('has no row for a room that imports none of its neighbours', () => {
  expect(importsPicture(files)).not.toContain('| `http` |');
});

it('shows an import that was added', () => {
  const more = new Map([
    ...files,
    ['src/data/search/d.ts', `import { A } from '../http/a.ts';`],
    ['src/ui/e.ts', `import '../../contract/f.ts'; import '../data/http/a.ts';`],
    ['contract/f.ts', ''],
  ]);
  expect(importsPicture(more)).toContain('| `search` | http |');
  expect(importsPicture(more)).toContain('  src/ui --> contract & src/data\n');
});
