import { describe, expect, it } from 'vitest';
import { documents } from '../../../contract/common/documents.ts';
import { projectSources } from '../project.ts';
import { sectionsOf } from './markdown.ts';
import { linkViolations, sourceViolations } from './source-check.ts';

const sources = projectSources();
const pages = ['document-1', 'document-2', 'document-3', 'open-choices'].map(
  (name) => `docs/interface/${name}.md`,
);

describe('sources', () => {
  it('name sections that docs/interface has', () => {
    expect(sourceViolations(sources)).toEqual([]);
  });

  it.each(pages)('find each section of %s once', (page) => {
    const anchors = sectionsOf(sources.get(page) ?? '').map(({ anchor }) => anchor);
    expect(anchors.length).toBeGreaterThan(0);
    expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([]);
  });
});

describe('documents', () => {
  const named = documents.map(({ title }, at) => [title, `docs/interface/document-${at + 1}.md`] as const);
  it.each(named)('name %s by its title', (title, page) => {
    const introductions = ['README.md', 'docs/interface/README.md', page].map(
      (path) => sources.get(path) ?? '',
    );
    for (const text of introductions) expect(text.replace(/\s+/g, ' ')).toContain(`*${title}*`);
  });

  it('link to what is there', () => {
    expect(linkViolations(sources)).toEqual([]);
  });
});

/** A project of one page and one file. Numbers stand apart, so that this file does not hold what it forbids. */
const page = '# Page\n\n## Errors\n\n1. One.\n2. Two.\n\n#### `POST /v1/users/`\n\n## Error object\n';
const violations = (document: number, words: string): string[] =>
  sourceViolations(
    new Map([
      ['docs/interface/document-1.md', page],
      ['docs/interface/open-choices.md', page],
      ['contract/a.ts', words.replace('#', String(document)).replace('~', ' ')],
    ]),
  );

describe('the check of sources', () => {
  it.each([
    '/** As in document #, Errors. */',
    '// Document #, Errors 2: so.',
    '/** Document #,\n * Error object. */',
    '// document #,\n// Error object',
    "const source = 'document #, POST /v1/users/; payload ours';",
    '// see the documents',
    '// open~choices, Errors',
  ])('takes %j', (words) => {
    expect(violations(1, words)).toEqual([]);
  });

  it.each([
    ['no section', 1, '// Document #: so.'],
    ['a section that is not there', 1, '// document #, Fees'],
    ['a section whose title only begins alike', 1, '// document #, Errorsome'],
    ['an item that is not there', 1, '// document #, Errors 3'],
    ['another operation', 1, '// document #, POST /v1/users/<user>'],
    ['a document that is not there', 4, '// document #, Errors'],
    ['several documents at once', 1, '// documents # and 2'],
    ['a text in code', 1, "const source = 'document #';"],
    ['open~choices without a section', 1, '// open~choices'],
    ['open~choices in a section that is not there', 1, '// open~choices, Fees'],
  ])('refuses %s', (_, document, words) => {
    expect(violations(document, words)).toHaveLength(1);
  });
});

describe('the check of links', () => {
  it.each([
    ['[a](b.md#errors)', 0],
    ['[a](#title)', 0],
    ['[a](../a)', 0],
    ['[a](https://example.org/b.md)', 0],
    ['[a](c.md)', 1],
    ['[a](b.md#fees)', 1],
    ['[a](#errors)', 1],
  ])('finds in %s %i', (link, count) => {
    const found = linkViolations(
      new Map([
        ['docs/a/a.md', `# Title\n\n${link}\n`],
        ['docs/a/b.md', page],
      ]),
    );
    expect(found).toHaveLength(count);
  });
});
