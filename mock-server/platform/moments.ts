const minute = 60_000;

/** The moment `minutes` from now. */
export const getMomentInMinutes = (minutes: number): string =>
  new Date(Date.now() + minutes * minute).toISOString();

/** The moment `days` from now. */
export const getMomentInDays = (days: number): string => getMomentInMinutes(days * 24 * 60);

/** Whether a moment is more than `minutes` ago. */
export const isOlder = (moment: string, minutes: number): boolean =>
  !(Date.parse(moment) + minutes * minute >= Date.now());

/** The earliest of the moments that are set; null when none is. */
export const findEarliest = (...moments: (string | null)[]): string | null =>
  moments.filter((moment) => moment !== null).sort()[0] ?? null;
