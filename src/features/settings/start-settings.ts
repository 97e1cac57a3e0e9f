import { applyAppearance, matchThemeColor, onSystemAppearance } from '../../ui/theme/appearance.ts';
import { watchInstallPrompt } from './install-prompt-state.ts';
import { followOtherTabs, usePreferences } from './preferences-state.ts';

/** Puts what the person chose for this browser into force, and keeps it so. Once, before the first drawing. */
export function startSettings(): void {
  applyChosenAppearance();
  usePreferences.subscribe(applyChosenAppearance);
  onSystemAppearance(() => matchThemeColor(document));
  followOtherTabs();
  watchInstallPrompt();
}

function applyChosenAppearance(): void {
  applyAppearance(document.documentElement, usePreferences.getState().appearance);
  matchThemeColor(document);
}
