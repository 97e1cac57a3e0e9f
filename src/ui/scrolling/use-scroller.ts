import { type RefObject, useEffect, useRef, useState } from 'react';
import { observeSize } from '../hooks/observe.ts';

export type Scroller<T extends HTMLElement> = {
  ref: RefObject<T | null>;
  /** Whether the scroller is at that end. */
  atStart: boolean;
  atEnd: boolean;
  /** The index, from 0, of the child nearest to the start. */
  index: number;
  /** Scrolls by most of the visible width: 1 forward, -1 back. */
  move: (step: 1 | -1) => void;
  /** Scrolls the child with this index to the middle. */
  show: (index: number) => void;
};

/** Tracks and moves an element that scrolls sideways, in either writing direction. */
export function useScroller<T extends HTMLElement>(): Scroller<T> {
  const ref = useRef<T>(null);
  const [place, setPlace] = useState({ atStart: true, atEnd: true, index: 0 });

  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const read = () => setPlace((before) => keepIfEqual(before, getOffset(element)));
    read();
    element.addEventListener('scroll', read, { passive: true });
    const stop = observeSize(element, read);
    return () => {
      element.removeEventListener('scroll', read);
      stop();
    };
  }, []);

  const move = (step: 1 | -1) => {
    const element = ref.current;
    if (!element) return;
    const onwards = getComputedStyle(element).direction === 'rtl' ? -1 : 1;
    element.scrollLeft += step * onwards * element.clientWidth * 0.8;
  };
  const show = (index: number) => {
    const child = ref.current?.children[index];
    if (ref.current && child instanceof HTMLElement) scrollToCentre(ref.current, child);
  };
  return { ref, ...place, move, show };
}

function getOffset(element: HTMLElement) {
  const gone = Math.abs(element.scrollLeft);
  const left = element.scrollWidth - element.clientWidth - gone;
  const step = (element.scrollWidth - element.clientWidth) / Math.max(1, element.children.length - 1);
  return { atStart: gone < 2, atEnd: left < 2, index: step > 0 ? Math.round(gone / step) : 0 };
}

function scrollToCentre(scroller: HTMLElement, child: HTMLElement): void {
  scroller.scrollLeft = child.offsetLeft + (child.offsetWidth - scroller.clientWidth) / 2;
}

function keepIfEqual<T extends { atStart: boolean; atEnd: boolean; index: number }>(before: T, after: T): T {
  const same =
    before.atStart === after.atStart && before.atEnd === after.atEnd && before.index === after.index;
  return same ? before : after;
}
