import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortenQuote } from '../../mock-server/features/catalog/offers/quote.ts';
import { formatContentDisposition, toFileName } from '../../mock-server/features/downloads/file-names.ts';
import { isWithinLength, takeBeginning, takeEnd } from '../../mock-server/platform/cut-text.ts';
import { anyCharacter } from '../setup/any-character.ts';

const family = '👨‍👩‍👧‍👦';

describe('a text is cut between characters as people count them', () => {
  test.each([
    ['abc', 3, 'abc', 'abc'],
    ['abcd', 3, 'abc', 'bcd'],
    ['a😀😀😀', 3, 'a😀😀', '😀😀😀'],
    [`${'x'.repeat(20)}${family}x`, 21, `${'x'.repeat(20)}${family}`, `${'x'.repeat(19)}${family}x`],
    [`😀${'\u0301'.repeat(20)}😀`, 1, '', '😀'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301e\u0301', 'e\u0301e\u0301'],
  ])('%s to %i', (text, max, beginning, end) => {
    expect(takeBeginning(text, max)).toBe(beginning);
    expect(takeEnd(text, max)).toBe(end);
  });

  test('and stays well-formed and bounded, whatever it has', () => {
    const texts = fc.string({ unit: anyCharacter, maxLength: 200 });
    const long = fc.constant(`a${'\u0301'.repeat(5_000)}`);
    fc.assert(
      fc.property(fc.oneof(texts, long), fc.integer({ min: 1, max: 50 }), (text, max) => {
        for (const cut of [takeBeginning(text, max), takeEnd(text, max)]) {
          expect(cut.isWellFormed()).toBe(true);
          expect(cut.length).toBeLessThanOrEqual(4 * max);
        }
      }),
    );
  });
});

test.each([
  ['a'.repeat(20), 20, true],
  ['a'.repeat(21), 20, false],
  ['😀'.repeat(20), 20, true],
  ['🇩🇪'.repeat(20), 20, true],
  ['e\u0301'.repeat(20), 20, true],
  [family.repeat(2), 20, true],
  [family.repeat(20), 20, false],
  [`a${'\u0301'.repeat(100)}`, 20, false],
])('%s fits within %i characters: %s', (text, limit, fits) => {
  expect(isWithinLength(text, limit)).toBe(fits);
});

describe('what used to be cut in the middle of a character is whole:', () => {
  const emoji = `a${'😀'.repeat(300)}`;

  test('the quote of a review', () => {
    expect(shortenQuote(emoji)).toBe(`a${'😀'.repeat(139)}…`);
  });

  test('the file name of a download', () => {
    const name = toFileName(`${'😀'.repeat(300)}.apk`, 3);
    expect(name.isWellFormed()).toBe(true);
    expect(formatContentDisposition(name)).toContain('%F0%9F%98%80');
  });
});
