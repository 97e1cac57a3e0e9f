import { useEffect, useState } from 'react';

/** Longest wait of one timer (ms), because the clock of a device can be set, and timers have a limit. */
const maxTimerMs = 60 * 60_000;

/** The time in milliseconds since 1970, updated whenever it passes one of these moments. */
export function useNowUntil(moments: readonly number[]): number {
  const [now, setNow] = useState(Date.now);
  const next = Math.min(...moments.filter((moment) => moment > now));
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return;
    const checkTime = () => {
      const left = next - Date.now();
      if (left <= 0) setNow(Date.now());
      else timer = setTimeout(checkTime, Math.min(left, maxTimerMs));
    };
    // Timers stand still while a device sleeps.
    const updateNow = () => {
      clearTimeout(timer);
      checkTime();
    };
    let timer = setTimeout(checkTime);
    document.addEventListener('visibilitychange', updateNow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', updateNow);
    };
  }, [next]);
  return now;
}
