import { contrastViolations, violations } from './axe.ts';

/** The sizes at which someone looks. */
export const sizes = {
  phone: { width: 360, height: 780 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1280, height: 800 },
} as const;
export type Size = keyof typeof sizes;

/**
 * How a screen is looked at, and what is asked there: both appearances where most people look, one each on the wider screens.
 * Of the second appearance only colors are asked, for nothing else differs.
 */
export const looks = [
  { size: 'phone', colorScheme: 'light', wrong: violations },
  { size: 'phone', colorScheme: 'dark', wrong: contrastViolations },
  { size: 'tablet', colorScheme: 'dark', wrong: contrastViolations },
  { size: 'desk', colorScheme: 'light', wrong: violations },
] as const;
