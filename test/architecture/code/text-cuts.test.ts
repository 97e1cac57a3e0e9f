import { expect, it } from 'vitest';
import { projectSources } from '../project.ts';

/**
 * A text that is cut at a length: by `slice` or `substring` from its beginning to a limit that is named as one. Limits of lists
 * are named `most…` or `max…`.
 */
const cut =
  /\.(?:slice|substring)\((?:0, |-)(?:longest\w*(?:\.\w+)?|max\w*(?:Length|Subject|Text)\w*)\)(?!\s*\.toWellFormed\(\))/g;

/** Where texts are cut that have only ASCII letters, or whose length is then judged by the helper itself. */
const allowed = new Set([
  'mock-server/platform/cut-text.ts',
  // Checked to be letters, digits and dashes, or an origin.
  'mock-server/features/violations/violation.ts',
  // Every character that is not printable ASCII was replaced before.
  'mock-server/platform/syslog/message.ts',
]);

const cutsOf = (sources: ReadonlyMap<string, string>): string[] =>
  [...sources].flatMap(([path, text]) =>
    path.startsWith('mock-server/') && !allowed.has(path)
      ? [...text.matchAll(cut)].map(([found]) => `${path}: ${found}`)
      : [],
  );

it('texts are cut only by takeBeginning and takeEnd, which never leave half a character', () => {
  expect(cutsOf(projectSources())).toEqual([]);
});

it.each([
  ['text.slice(0, maxTextLength)', 1],
  ['text.slice(0, longest.app_name)', 1],
  ['text.slice(-maxLineLength)', 1],
  ['text.slice(0, maxFileLength).toWellFormed()', 0],
  ['names.slice(0, mostNames)', 0],
  ['takeBeginning(text, maxTextLength)', 0],
])('of %s are refused: %i', (text, count) => {
  expect(cutsOf(new Map([['mock-server/platform/any.ts', text]]))).toHaveLength(count);
});
