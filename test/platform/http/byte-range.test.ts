import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRange } from '../../../mock-server/platform/http/responses/byte-range.ts';

describe('a range', () => {
  const cases: [string | undefined, ReturnType<typeof parseRange>][] = [
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-3', null],
    ['bytes=-', null],
    ['bytes=0-1,3-4', null],
    ['items=0-1', null],
    [undefined, null],
  ];
  test.each(cases)('%s of 100 bytes', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });

  test('lies within the file, whatever the header says', () => {
    const header = fc.oneof(
      fc.string(),
      fc.tuple(fc.bigInt(), fc.bigInt()).map(([first, last]) => `bytes=${first}-${last}`),
    );
    fc.assert(
      fc.property(header, fc.nat(), (text, size) => {
        const range = parseRange(text, size);
        if (range === null || range === 'unsatisfiable') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });
});
