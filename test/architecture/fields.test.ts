import { describe, expect, it } from 'vitest';
import { fieldViolations } from './fields-check.ts';
import { projectSources } from './project.ts';

const page = (rows: string) => `| input | stored in | fields | test |\n|---|---|---|---|\n${rows}\n\nMore.`;
const planted = (rows: string) =>
  fieldViolations(
    new Map([
      ['src/features/a/a.tsx', 'export const A = () => <><TextField label="a" /><TextArea /></>;'],
      ['test/a/a.client.test.tsx', "it('keeps it', () => undefined);"],
    ]),
    page(rows),
  );

describe('what is typed in each field', () => {
  it('has a line that says where it is stored, and tests that show it', () => {
    const sources = projectSources();
    expect(fieldViolations(sources, sources.get('docs/offline.md') ?? '')).toEqual([]);
  });

  it('is asked for where a line was forgotten', () => {
    expect(planted('| title | a draft | `src/features/a/a.tsx`: `TextField` | keeps it |')).toEqual([
      'docs/offline.md does not say where TextArea of src/features/a/a.tsx keeps what is typed',
    ]);
  });

  it('is not told of fields and tests that are not there', () => {
    expect(
      planted(
        '| all | a draft | `src/features/a/a.tsx`: `TextField`, `TextArea`, `Select` | keeps it · keeps all |',
      ),
    ).toEqual(['there is no Select of src/features/a/a.tsx', 'there is no test "keeps all"']);
  });
});
