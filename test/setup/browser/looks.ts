import { howMany, inTurn } from '../run/breadth.ts';
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
 * Where only colors can differ from what was looked at before, only these are asked. The first ones have both appearances, and what is small and wide.
 */
const allLooks = [
  { size: 'phone', colorScheme: 'light', wrong: violations },
  { size: 'desk', colorScheme: 'dark', wrong: violations },
  { size: 'phone', colorScheme: 'dark', wrong: contrastViolations },
  { size: 'tablet', colorScheme: 'light', wrong: contrastViolations },
] as const;

/** Those of this run. */
export const looks = allLooks.slice(0, howMany('looks'));

/** Those of this run at a screen, which is made of parts that are looked at for themselves: where there are fewer, screens take them in turn. */
export const looksAt = (turn: number): typeof looks => inTurn(looks, turn, howMany('screenLooks'));
