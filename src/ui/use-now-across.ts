import { useEffect, useState } from 'react';

/** Longest wait of one timer (ms), because the clock of a device can be set, and timers have a limit. */
const longest = 60 * 60_000;

/** The time in milliseconds since 1970, updated whenever it passes one of these moments. */
export function useNowAcross(moments: readonly number[]): number {
  const [now, setNow] = useState(Date.now);
  const next = Math.min(...moments.filter((moment) => moment > now));
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return;
    const look = () => {
      const left = next - Date.now();
      if (left <= 0) setNow(Date.now());
      else timer = setTimeout(look, Math.min(left, longest));
    };
    // Timers stand still while a device sleeps.
    const wake = () => {
      clearTimeout(timer);
      look();
    };
    let timer = setTimeout(look);
    document.addEventListener('visibilitychange', wake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [next]);
  return now;
}
