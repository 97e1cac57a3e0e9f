import { describe, expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { longLines, recordViolations } from './decision-check.ts';

const sources = projectSources();

describe('the decision records', () => {
  it('have their parts, and are all in the index', () => {
    expect(recordViolations(sources)).toEqual([]);
  });

  const record = [
    '# 7. Title',
    'Status: accepted\nDate: 2026-11-28',
    '## Context\n\nA.',
    '## Choice\n\nB.',
    '## Consequences\n\nC.',
    '## Alternatives\n\nD.\n',
  ].join('\n\n');
  const row = '| 7 | [Title](0007-title.md) | One line. |\n';

  /** Violations of a project with these records and this index. */
  const found = (text: string, index = row, file = '0007-title.md'): string[] =>
    recordViolations(
      new Map([
        [`docs/decisions/${file}`, text],
        ['docs/decisions/README.md', index],
      ]),
    );

  it('accepts a record with all parts', () => {
    expect(found(record)).toEqual([]);
  });

  it.each([
    ['another number', record.replace('# 7.', '# 8.')],
    ['no status', record.replace('Status: accepted', '')],
    ['no date', record.replace('2026-11-28', 'November')],
    ['a missing part', record.replace('## Choice', 'Choice')],
    ['an empty part', record.replace('D.', '')],
  ])('rejects a record with %s', (_, text) => {
    expect(found(text)).toHaveLength(1);
  });

  it.each([
    ['lacks the record', ''],
    ['has another title', row.replace('Title', 'Other')],
    ['says nothing of it', row.replace('One line. ', '')],
    ['has a record that is not there', `${row}${row.replace('7', '8')}`],
  ])('rejects an index that %s', (_, index) => {
    expect(found(record, index)).not.toEqual([]);
  });

  it('rejects more than thirty records', () => {
    const many = Array.from({ length: 31 }, (_, at) => {
      const file = `docs/decisions/${String(at + 1).padStart(4, '0')}-title.md`;
      return [file, record.replace('# 7.', `# ${at + 1}.`)] as const;
    });
    expect(recordViolations(new Map(many))).toContain('there are 31 records, more than 30');
  });
});

describe('lines of documents', () => {
  it('are no longer than 120 characters', () => {
    expect(longLines(sources)).toEqual([]);
  });

  const long = 'word '.repeat(30);
  it.each([
    [long, 1],
    [`- ${long}`, 1],
    [`| ${long} |`, 0],
    [`\`\`\`sh\n${long}\n\`\`\``, 0],
    [`<!-- Begin of it -->\n${long}\n<!-- End of it -->`, 0],
    [`<!-- Begin of it -->\n<!-- End of it -->\n${long}`, 1],
  ])('are counted in %j: %i', (text, count) => {
    expect(longLines(new Map([['docs/a.md', text]]))).toHaveLength(count);
  });
});
