import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showableText, truncate } from '../../mock-server/app-packages/text.ts';
import { takeBeginning } from '../../mock-server/platform/cut-text.ts';
import { anyCharacter } from '../setup/any-character.ts';

test('truncates any text as the service does, which measures the same texts', () => {
  const texts = fc.string({ unit: anyCharacter, maxLength: 200 });
  const accents = fc.integer({ min: 0, max: 300 }).map((count) => `a${'\u0301'.repeat(count)}`);
  fc.assert(
    fc.property(fc.oneof(texts, accents), fc.integer({ min: 1, max: 50 }), (text, maxCharacters) => {
      expect(truncate(text, maxCharacters)).toBe(takeBeginning(text, maxCharacters));
    }),
  );
});

test('shows a text as one line of at most 255 whole characters', () => {
  expect(showableText(`a${'😀'.repeat(300)}`)).toBe(`a${'😀'.repeat(254)}`);
  expect(showableText(' two\n\u0000lines ')).toBe('two lines');
  expect(showableText(' \u2028 ')).toBeNull();
  expect(showableText(null)).toBeNull();
});
