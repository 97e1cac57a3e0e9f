import { byTier, cyclicSlice } from '../run/tier.ts';
import { contrastViolations, violations } from './axe.ts';

/** The sizes in which screens are checked. */
export const sizes = {
  phone: { width: 360, height: 780 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1280, height: 800 },
} as const;
export type Size = keyof typeof sizes;

/**
 * How a screen is checked: in both appearances on a phone, which most people use, and in one appearance on each wider
 * screen. Where only colors can differ from an earlier check, only colors are checked. The first two have both
 * appearances, and a small and a wide screen.
 */
const allLooks = [
  { size: 'phone', colorScheme: 'light', wrong: violations },
  { size: 'desk', colorScheme: 'dark', wrong: violations },
  { size: 'phone', colorScheme: 'dark', wrong: contrastViolations },
  { size: 'tablet', colorScheme: 'light', wrong: contrastViolations },
] as const;

/** The checks of this run. */
export const looks = allLooks.slice(0, byTier(2, 4));

/**
 * The checks of this run for one screen, whose parts are also checked by themselves. Where not all checks are done,
 * screens take turns.
 */
export const looksAt = (turn: number): typeof looks => cyclicSlice(looks, turn, byTier(1, 4));
