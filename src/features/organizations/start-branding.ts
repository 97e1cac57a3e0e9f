import { applyPalette } from '../../ui/theme/palette.ts';
import { lastAccent } from './last-accent.ts';

/** Colours the page as it was last time, so that the first thing drawn has the organization's colour already. */
export const startBranding = (): void => applyPalette(document.documentElement, lastAccent());
