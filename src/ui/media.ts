import { useSyncExternalStore } from 'react';

/** From this width on, a list and its detail are shown side by side. */
export const SIDE_BY_SIDE = '(min-width: 1100px)';
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** Whether the media query matches; draws the component again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = mediaList(query);
      list?.addEventListener('change', changed);
      return () => list?.removeEventListener('change', changed);
    },
    () => mediaList(query)?.matches ?? false,
  );
}

/** Whether the person asked the system for less motion. */
export function prefersReducedMotion(): boolean {
  return mediaList(REDUCED_MOTION)?.matches ?? false;
}

/** The media query list; undefined where there is no `matchMedia`, as in tests. */
export function mediaList(query: string): MediaQueryList | undefined {
  return typeof window.matchMedia === 'function' ? window.matchMedia(query) : undefined;
}
