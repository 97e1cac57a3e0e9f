import { useEffect, useState } from 'react';

/** Longest wait of one timer (ms): the clock of a device can be set, and timers have a limit. */
const longest = 60 * 60_000;

/** The time in milliseconds since 1970, updated whenever it passes one of these moments. */
export function useNowAcross(moments: readonly number[]): number {
  const [now, setNow] = useState(Date.now);
  const next = Math.min(...moments.filter((moment) => moment > now));
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return;
    const wait = Math.max(0, next - Date.now());
    const timer = setTimeout(() => setNow(Date.now()), Math.min(wait, longest));
    return () => clearTimeout(timer);
  }, [next, now]);
  return now;
}
