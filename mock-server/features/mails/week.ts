const day = 24 * 60 * 60_000;

/** Seven days in UTC, from a Monday to the next. */
export interface Week {
  /** The first moment of the week, and of the week after. */
  start: string;
  end: string;
}

/** The last whole week before a moment. */
export function getWeekBefore(moment: string): Week {
  const midnight = Date.parse(`${moment.slice(0, 10)}T00:00:00.000Z`);
  const sinceMonday = (new Date(midnight).getUTCDay() + 6) % 7;
  const end = midnight - sinceMonday * day;
  return { start: new Date(end - 7 * day).toISOString(), end: new Date(end).toISOString() };
}

/** The moment `days` days later. */
export const addDays = (moment: string, days: number): string =>
  new Date(Date.parse(moment) + days * day).toISOString();
