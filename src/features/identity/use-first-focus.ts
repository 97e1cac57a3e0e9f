import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMedia } from '../../ui/media.ts';

/**
 * Puts the cursor into a field when the form appears, and never again: typing must not move it. Not where fingers type:
 * there a keyboard would cover the page before it was read.
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
