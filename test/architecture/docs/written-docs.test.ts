import { describe, expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { withWritten, writtenParts } from './written-docs.ts';

const sources = projectSources();

describe('what is written from the sources', () => {
  it.each(writtenParts)(
    '$name in $page is up to date; node test/architecture/docs/write-docs.ts writes it',
    (part) => {
      const page = sources.get(part.page) ?? '';
      expect(page).toBe(withWritten(page, part.name, part.write(sources)));
    },
  );

  it('needs its marks in the page', () => {
    expect(() => withWritten('# Page\n', 'the picture', '')).toThrow('no place for the picture');
  });
});
