import { applyPalette } from '../../ui/theme/palette.ts';
import { readLastAccent } from './last-accent.ts';

/** Gives the page the colour it had last time, before anything is drawn. */
export const startBranding = (): void => applyPalette(document.documentElement, readLastAccent());
