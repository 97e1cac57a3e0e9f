import { type Language, negotiateLocale } from './locale.ts';

/** Formats dates, sizes and numbers for a region (BCP 47), with the browser's `Intl`. */
export type Formats = ReturnType<typeof getFormats>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS: readonly [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [HOUR, MINUTE, 'minute'],
  [DAY, HOUR, 'hour'],
  [30 * DAY, DAY, 'day'],
  [365 * DAY, 30 * DAY, 'month'],
  [Number.POSITIVE_INFINITY, 365 * DAY, 'year'],
];
/** What is less than a minute away: `Intl` says "this minute" and "in dieser Minute". */
const JUST_NOW: Record<Language, string> = { en: 'just now', de: 'gerade eben' };
const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** The formats of a region. Each is made on first use and kept. */
export function getFormats(region: string) {
  const numbers = memoize(
    (digits: number) => new Intl.NumberFormat(region, { maximumFractionDigits: digits }),
  );
  const percents = memoize(
    () => new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 0 }),
  );
  const sizes = memoize((unit: (typeof SIZES)[number]) => new Intl.NumberFormat(region, sizeOptions(unit)));
  const dates = memoize((style: 'medium' | 'long') => new Intl.DateTimeFormat(region, { dateStyle: style }));
  const moments = memoize(() => new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeStyle: 'short' }));
  const times = memoize(() => new Intl.DateTimeFormat(region, { timeStyle: 'short' }));
  // Not `narrow`, which writes minutes as metres in German: "vor 10 m".
  const relatives = memoize((style: 'long' | 'short') => createRelativeTimeFormat(region, style));
  const lists = memoize(() => new Intl.ListFormat(region, { type: 'conjunction' }));

  return {
    number: (n: number, digits = 0) => numbers(digits).format(n),
    /** A share, 0…1. */
    percent: (share: number) => percents(undefined).format(share),
    /** A size in bytes, in decimal units as the stores show it. */
    bytes: (n: number) => {
      const step = n < 1000 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log10(n) / 3));
      return sizes(SIZES[step] ?? 'byte').format(n / 1000 ** step);
    },
    date: (at: Date | number) => dates('medium').format(at),
    longDate: (at: Date | number) => dates('long').format(at),
    time: (at: Date | number) => times(undefined).format(at),
    dateTime: (at: Date | number) => moments(undefined).format(at),
    /** "2 hours ago", "tomorrow", "just now". Both in milliseconds since 1970. */
    relative: (at: number, now: number) => relatives('long')(at, now),
    /** The same for a moment in the past: never later than now, even where the device's clock was set back since. */
    ago: (at: number, now: number) => relatives('long')(Math.min(at, now), now),
    /** The same as `relative`, abbreviated: "2 hr. ago". */
    shortRelative: (at: number, now: number) => relatives('short')(at, now),
    list: (items: readonly string[]) => lists(undefined).format(items),
  };
}

/** Writes how far a moment is from now, in the style of a region. */
function createRelativeTimeFormat(
  region: string,
  style: 'long' | 'short',
): (at: number, now: number) => string {
  const named = new Intl.RelativeTimeFormat(region, { numeric: 'auto', style });
  // 40 days ago may be the month before last: only days are named, by the calendar.
  const counted = new Intl.RelativeTimeFormat(region, { numeric: 'always', style });
  const justNow = JUST_NOW[negotiateLocale([region]).language];
  return (at, now) => {
    const gap = at - now;
    if (Math.abs(gap) < MINUTE) return justNow;
    const [, size, unit] = STEPS.find(([limit]) => Math.abs(gap) < limit) ?? [0, DAY, 'day' as const];
    if (unit === 'day') return named.format(countMidnights(now, at), unit);
    return counted.format(Math.trunc(gap / size), unit);
  };
}

/** How many midnights lie between two moments, where the person is. */
function countMidnights(from: number, to: number): number {
  const dayOf = (at: number) => {
    const date = new Date(at);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  };
  return Math.round((dayOf(to) - dayOf(from)) / DAY);
}

function sizeOptions(unit: (typeof SIZES)[number]): Intl.NumberFormatOptions {
  return {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'byte' || unit === 'kilobyte' ? 0 : 1,
  };
}

/** Remembers what `make` returned, so that it is called only once. */
function memoize<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const before = made.get(key);
    if (before !== undefined) return before;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
