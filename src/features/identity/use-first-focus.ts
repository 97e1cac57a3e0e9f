import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMedia } from '../../ui/layout/media.ts';

/**
 * Focuses a field when the form appears, and never again: typing must not move the focus. Not on touch screens, where
 * the keyboard would cover the page before it has been read.
 */
export function useFirstFocus(wanted: boolean): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const fingers = useMedia('(pointer: coarse)');
  const [first] = useState(wanted && !fingers);
  useEffect(() => {
    if (first) field.current?.focus();
  }, [first]);
  return field;
}
