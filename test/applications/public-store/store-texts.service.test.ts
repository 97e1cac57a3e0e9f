import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAppleLookup } from '../../../mock-server/features/applications/public-store/apple.ts';
import { findPageElements } from '../../../mock-server/features/applications/public-store/html.ts';
import {
  type StoreListing,
  StoreProblem,
} from '../../../mock-server/features/applications/public-store/listing.ts';
import { readPlayPage } from '../../../mock-server/features/applications/public-store/play.ts';
import {
  cleanLine,
  cleanText,
  cutText,
} from '../../../mock-server/features/applications/public-store/text.ts';
import { isWithinLength } from '../../../mock-server/platform/cut-text.ts';
import { anyCharacter } from '../../setup/any-character.ts';
import { tries } from '../../setup/run/tries.ts';
import { playData, playHtml } from '../../setup/servers/public-stores.ts';

const anyText = fc.string({ unit: anyCharacter, maxLength: 300 });
const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);

/** The name that was read, or why there is none; any other error is thrown. */
function outcome(read: () => StoreListing): string {
  try {
    return read().name;
  } catch (error) {
    if (error instanceof StoreProblem) return error.code;
    throw error;
  }
}

describe('text of a store', () => {
  test('has no control characters, turned directions or halves of characters', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText, fc.string({ unit: fc.nat(0xff_ff).map((code) => String.fromCharCode(code)) })),
        (text) => {
          const clean = cleanText(text);
          expect(clean.isWellFormed()).toBe(true);
          expect(clean).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
          expect(cleanLine(text)).not.toMatch(/\n/);
        },
      ),
    );
  });

  test('is cut within the limit', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 60 }), (raw, max) => {
        const text = cleanText(raw);
        const cut = cutText(text, max);
        expect(isWithinLength(cut, max)).toBe(true);
        expect(cut.isWellFormed()).toBe(true);
        expect(isWithinLength(text, max) ? text === cut : text.startsWith(cut.slice(0, -1))).toBe(true);
      }),
    );
  });

  test('is cut between whole visible characters', () => {
    const visible = fc.constantFrom('a', 'é', 'e\u0301', '👨‍👩‍👧‍👦', '👍🏽', '🇩🇪', ' ', '\n');
    fc.assert(
      fc.property(
        fc.array(visible, { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 12, max: 60 }),
        (list, max) => {
          const text = cleanText(list.join(''));
          const stored = cutText(text, max).replace(/…$/, '');
          expect(graphemes(text).slice(0, graphemes(stored).length).join('')).toBe(stored);
        },
      ),
    );
  });

  test.each([
    ['short enough', 12, 'short enough'],
    ['one two three', 9, 'one two…'],
    ['one two three', 8, 'one two…'],
    ['unbreakablewordhere', 8, 'unbreak…'],
    ['a unbreakablewordhere', 12, 'a unbreakab…'],
    ['👍🏽👍🏽👍🏽', 3, '👍🏽👍🏽👍🏽'],
    ['👍🏽👍🏽👍🏽👍🏽', 3, '👍🏽👍🏽…'],
    [`e${'\u0301'.repeat(50)}`, 5, `e${'\u0301'.repeat(3)}…`],
  ])('“%s” in %i characters is “%s”', (text, max, expected) => {
    expect(cutText(text, max)).toBe(expected);
  });
});

describe('a page', () => {
  const pieces = fc.constantFrom(
    '<meta ',
    '<script',
    ' type="application/ld+json"',
    '>',
    '</script>',
    '<!--',
    '-->',
    '"',
    "'",
    '=',
    '<img data-screenshot-index',
    ' src=',
    ' content=',
    'og:title',
    ' property="og:title"',
    '{"@type":"SoftwareApplication","name":"N"}',
    '/',
    ' ',
    '&#x27;',
    '<title>',
  );
  test('of any pieces is read or not understood', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, anyText), { maxLength: 60 }), (parts) => {
        const page = Buffer.from(parts.join(''));
        expect(outcome(() => readPlayPage(page, 'org.example', 'https://play.google.com/'))).not.toBe('');
      }),
      tries(500),
    );
  });

  test('tells its elements with their attributes, each once', () => {
    const html = `<META a=1 A=2 b='x>y' c="z" d/><img src=a.png><script x>if (a < b) "<meta>" &amp;</SCRIPT>text<meta e>`;
    expect(findPageElements(html)).toEqual([
      { name: 'meta', attributes: { a: '1', b: 'x>y', c: 'z', d: '' }, text: '' },
      { name: 'img', attributes: { src: 'a.png' }, text: '' },
      { name: 'script', attributes: { x: '' }, text: 'if (a < b) "<meta>" &amp;' },
      { name: 'meta', attributes: { e: '' }, text: '' },
    ]);
  });

  test('has its character references read, whichever they are', () => {
    const [meta] = findPageElements(
      '<meta content="&lt;&#65;&#x1F600;&AMP;&nope;&amp;lt;&eacute;&copy;&#0;&#9999999;&">',
    );
    expect(meta?.attributes.content).toBe('<A😀&&nope;&lt;é©\ufffd\ufffd&');
  });

  test.each([
    ['comments', '<!-- <meta a> --><meta b>'],
    ['raw text', '<style><meta a></style><title><meta a></title><textarea><meta a></textarea><meta b>'],
    ['scripts', '<script><meta a></script><meta b>'],
    ['attributes', '<p title="<meta a>"><meta b>'],
    ['a tag that is cut off', '<meta b><meta a'],
  ])('has no elements in its %s', (_, html) => {
    const metas = findPageElements(html).filter(({ name }) => name === 'meta');
    expect(metas.map(({ attributes }) => Object.keys(attributes))).toEqual([['b']]);
  });

  test('that never closes its last script gives what is there of it', () => {
    expect(findPageElements('<img><script>{"a":').map(({ name, text }) => [name, text])).toEqual([
      ['img', ''],
      ['script', '{"a":'],
    ]);
  });

  test('with more elements than any true one has gives the first of them', () => {
    const elements = findPageElements(
      '<meta a>'.repeat(9999).concat('<script>last</script>', '<meta b>'.repeat(9)),
    );
    expect(elements).toHaveLength(10_000);
    expect(elements.at(-1)?.text).toBe('last');
  });

  test('has its pictures asked for in the size of the screens, as PNG or JPEG', () => {
    const shot =
      '<img data-screenshot-index="0" src="https://play-lh.googleusercontent.com/shot=w526-h296-rw">';
    const html = playHtml(playData({ name: 'N', image: 'https://play-lh.googleusercontent.com/icon' }), shot);
    expect(readPlayPage(Buffer.from(html), 'org.example', 'https://play.google.com/')).toMatchObject({
      icon: 'https://play-lh.googleusercontent.com/icon=s512',
      screenshots: [{ form: 'phone', address: 'https://play-lh.googleusercontent.com/shot=w1280-h1280' }],
    });
  });
});

test('any JSON of a lookup is read, or is a problem of the store', () => {
  const result = fc.record(
    {
      trackId: fc.constant(1),
      trackName: fc.jsonValue(),
      description: fc.jsonValue(),
      bundleId: fc.jsonValue(),
      supportedDevices: fc.jsonValue(),
      features: fc.jsonValue(),
      screenshotUrls: fc.jsonValue(),
      version: fc.jsonValue(),
    },
    { requiredKeys: ['trackId'] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.record({ results: fc.array(result) })), (value) => {
      const answer = Buffer.from(JSON.stringify(value));
      expect(outcome(() => readAppleLookup(answer, '1'))).not.toBe('');
    }),
  );
});
