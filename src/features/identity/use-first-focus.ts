import { type RefObject, useEffect, useRef } from 'react';
import { useMedia } from '../../ui/media.ts';

/**
 * Puts the cursor into a field when the form appears. Not where fingers type: there a keyboard would
 * cover the page before it was read.
 */
export function useFirstFocus(wanted: boolean): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const fingers = useMedia('(pointer: coarse)');
  useEffect(() => {
    if (wanted && !fingers) field.current?.focus();
  }, [wanted, fingers]);
  return field;
}
