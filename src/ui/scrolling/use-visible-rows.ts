import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { observeSize } from '../hooks/observe.ts';
import { useScrollPane } from './scroll-pane.ts';
import { getVisibleSpan, SPARE, type Span } from './visible-span.ts';

/**
 * The height of a row in pixels until one is measured: of an `AppRow`, approximately, then of the row that was measured
 * last. So a list that is drawn again has its whole height at once.
 */
let defaultRowHeight = 97;

type VisibleRows = {
  /** The rows to draw, in order: those near the view, and the one that has the focus. */
  indexes: readonly number[];
  /** The height of a row in pixels. */
  height: number;
  /** The ref of the first row: measures its height, now and when it changes. */
  measure: (row: HTMLElement | null) => (() => void) | undefined;
};

/** Tracks which rows of a list are in view while its pane, or the page, scrolls. */
export function useVisibleRows(list: RefObject<HTMLElement | null>, count: number): VisibleRows {
  const pane = useScrollPane();
  const [height, setHeight] = useState(defaultRowHeight);
  const [span, setSpan] = useState<Span>(() => ({
    first: 0,
    last: countRowsPerScreen(height),
    focused: undefined,
  }));
  const spare = useSpare();

  useLayoutEffect(() => {
    const read = () => setSpan((before) => getVisibleSpan(list.current, pane, { height, spare }, before));
    read();
    const stopScroll = onScroll(pane, read);
    const stopSize = list.current ? observeSize(list.current, read) : undefined;
    return () => {
      stopScroll();
      stopSize?.();
    };
  }, [list, pane, height, spare]);

  const measure = useCallback((row: HTMLElement | null) => {
    const inside = row?.firstElementChild;
    if (!inside) return undefined;
    const read = () => {
      defaultRowHeight = inside.getBoundingClientRect().height || defaultRowHeight;
      setHeight(defaultRowHeight);
    };
    // Before the rows are seen: an observer's answer may come a frame later, and all of them would move.
    read();
    return observeSize(inside, read);
  }, []);
  return { indexes: listIndexes(span, count), height, measure };
}

const countRowsPerScreen = (height: number) => Math.ceil(window.innerHeight / height);

/** How many spare rows to draw: none in a list's first frame, so that it appears sooner, then `SPARE`. */
function useSpare(): number {
  const [spare, setSpare] = useState(0);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setSpare(SPARE)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return spare;
}

function onScroll(pane: HTMLElement | null, read: () => void): () => void {
  const scrolled = pane ?? window;
  scrolled.addEventListener('scroll', read, { passive: true });
  window.addEventListener('resize', read);
  return () => {
    scrolled.removeEventListener('scroll', read);
    window.removeEventListener('resize', read);
  };
}

function listIndexes({ first, last, focused }: Span, count: number): number[] {
  const end = Math.min(last, count - 1);
  const start = Math.max(0, Math.min(first, end));
  const seen = Array.from({ length: Math.max(0, end - start + 1) }, (_, at) => start + at);
  if (focused === undefined || focused >= count) return seen;
  if (focused < start) return [focused, ...seen];
  return focused > end ? [...seen, focused] : seen;
}
