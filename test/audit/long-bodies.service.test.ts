import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLonger, redacted } from '../../mock-server/features/audit/redact.ts';
import { tries } from '../setup/run/tries.ts';

const names = fc.constantFrom(
  'name',
  'password',
  'custom_metadata',
  'password_changed',
  'applications',
  'key',
);
const body = fc.oneof(
  fc.dictionary(fc.oneof(names, fc.string()), fc.jsonValue()),
  fc.array(fc.dictionary(names, fc.jsonValue())),
);

test('a body that is called too long for the log is, whatever is blanked out in it', () => {
  const isRight = fc.property(
    body,
    fc.integer({ min: 0, max: 300 }),
    (value, most) => !isLonger(value, most) || JSON.stringify(redacted(value)).length > most,
  );
  expect(() => fc.assert(isRight, tries(2_000))).not.toThrow();
});

test('a list of 50 applications is', () => {
  const applications = Array.from({ length: 50 }, (_, at) => ({ id: `${at}`, version_num: '1.0' }));
  expect(isLonger({ applications }, 1_000)).toBe(true);
  expect(isLonger({ applications: applications.slice(0, 10) }, 1_000)).toBe(false);
});
