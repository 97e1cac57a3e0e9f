import type { CSSProperties } from 'react';

/**
 * CSS variables as a `style`. React sets them through the CSSOM, which a strict content security policy allows.
 */
export function toCssVariables(values: Record<`--${string}`, string | number | undefined>): CSSProperties {
  return values;
}
