import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ShortHmac } from '../../mock-server/platform/hmac.ts';
import { anyCharacter } from '../setup/any-character.ts';

const key = fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes));
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 500 }),
  // Around the length from which it is done otherwise.
  fc.string({ unit: anyCharacter, minLength: 330, maxLength: 350 }),
);

test('the signatures are those of HMAC-SHA-256, whatever was signed before', () => {
  fc.assert(
    fc.property(key, fc.array(text, { maxLength: 5 }), (bytes, texts) => {
      const short = new ShortHmac(bytes);
      for (const one of texts) {
        expect(short.sign(one)).toBe(createHmac('sha256', bytes).update(one).digest('base64url'));
      }
    }),
  );
});

test('a key that is longer than a block is refused', () => {
  expect(() => new ShortHmac(Buffer.alloc(65))).toThrow(RangeError);
});
