import { useSyncExternalStore } from 'react';

/** From this width on, a list and its detail are shown side by side. */
export const SIDE_BY_SIDE = '(min-width: 1100px)';

/** Whether the media query matches; draws the component again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = queryMedia(query);
      list?.addEventListener('change', changed);
      return () => list?.removeEventListener('change', changed);
    },
    () => queryMedia(query)?.matches ?? false,
  );
}

/** The media query list; undefined where there is no `matchMedia`, as in tests. */
export function queryMedia(query: string): MediaQueryList | undefined {
  return typeof window.matchMedia === 'function' ? window.matchMedia(query) : undefined;
}
