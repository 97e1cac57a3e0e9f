import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getFormats } from '../../src/ui/i18n/format.ts';
import { negotiateLocale } from '../../src/ui/i18n/locale.ts';

const english = getFormats('en-GB');
const german = getFormats('de-DE');
const minute = 60_000;
const day = 24 * 60 * minute;
const morning = new Date(2026, 10, 27, 10).getTime();
/** With plain spaces in place of those that keep a number and its unit on one line. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('the language of the catalog', () => {
  it.each([
    [['de-AT', 'en'], undefined, 'de', 'de-AT'],
    [['fr-CA', 'de', 'en-US'], undefined, 'de', 'de'],
    [['ja', 'zh-Hans'], undefined, 'en', 'en'],
    [[], undefined, 'en', 'en'],
    [['en-GB', 'de-CH'], 'de', 'de', 'de-CH'],
    [['en-GB'], 'de', 'de', 'de'],
    [['*', 'de_DE', 'de'], undefined, 'de', 'de'],
  ] as const)('of a person who prefers %j and chose %s is %s', (preferred, chosen, language, region) => {
    expect(negotiateLocale(preferred, chosen)).toEqual({ language, region });
  });

  it('is found for any list of tags', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (tags) => {
        expect(['en', 'de']).toContain(negotiateLocale(tags).language);
      }),
    );
  });
});

describe('sizes, times and shares', () => {
  it.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [1000, '1 kB'],
    [18_400_000, '18.4 MB'],
    [2_147_483_648, '2.1 GB'],
  ])('%i bytes', (bytes, text) => {
    expect(english.bytes(bytes)).toBe(text);
  });

  it.each([
    [0, 'just now', 'gerade eben', 'gerade eben'],
    [-minute + 1, 'just now', 'gerade eben', 'gerade eben'],
    [-minute, '1 minute ago', 'vor 1 Minute', 'vor 1 Min.'],
    [-10 * minute, '10 minutes ago', 'vor 10 Minuten', 'vor 10 Min.'],
    [-2 * 60 * minute, '2 hours ago', 'vor 2 Stunden', 'vor 2 Std.'],
    [-30 * 60 * minute, 'yesterday', 'gestern', 'gestern'],
    // Nearly two days ago, but not yesterday: it is ten in the morning.
    [-47 * 60 * minute, '2 days ago', 'vorgestern', 'vorgestern'],
    [day, 'tomorrow', 'morgen', 'morgen'],
    [3 * day, 'in 3 days', 'in 3 Tagen', 'in 3 Tagen'],
    [-59 * day, '1 month ago', 'vor 1 Monat', 'vor 1 Monat'],
    [-300 * day, '10 months ago', 'vor 10 Monaten', 'vor 10 Monaten'],
    [-400 * day, '1 year ago', 'vor 1 Jahr', 'vor 1 Jahr'],
    [-800 * day, '2 years ago', 'vor 2 Jahren', 'vor 2 Jahren'],
  ])('%i ms from now are "%s", "%s", "%s"', (gap, inEnglish, inGerman, inShort) => {
    expect(english.relative(morning + gap, morning)).toBe(inEnglish);
    expect(german.relative(morning + gap, morning)).toBe(inGerman);
    expect(plain(german.shortRelative(morning + gap, morning))).toBe(inShort);
  });

  it.each([
    [0, 'just now'],
    [-10 * minute, '10 min ago'],
    [-2 * 60 * minute, '2 hr ago'],
    [-3 * day, '3 days ago'],
    [-300 * day, '10 mo ago'],
    [-800 * day, '2 yr ago'],
  ])('%i ms from now are "%s" in short', (gap, text) => {
    expect(plain(english.shortRelative(morning + gap, morning))).toBe(text);
  });

  it('what was before now is never later, also where the clock was set back', () => {
    expect(english.ago(-2 * 60 * minute, 0)).toBe('2 hours ago');
    expect(english.ago(365 * day, 0)).toBe('just now');
  });

  it('are written in the ways of the region', () => {
    const at = Date.UTC(2026, 10, 27, 12);
    expect(english.longDate(at)).toBe('27 November 2026');
    expect(german.longDate(at)).toBe('27. November 2026');
    expect(german.number(1234.5, 1)).toBe('1.234,5');
    expect(english.percent(0.938)).toBe('94%');
    expect(english.list(['Safety', 'Time', 'Training'])).toBe('Safety, Time and Training');
  });

  it('are words for any number', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer(), (bytes, gap) => {
        expect(english.bytes(bytes)).not.toContain('NaN');
        expect(german.relative(gap, 0)).not.toBe('');
      }),
    );
  });
});
