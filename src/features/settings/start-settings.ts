import { applyAppearance, matchThemeColor, onSystemAppearance } from '../../ui/theme/appearance.ts';
import { watchInstallPrompt } from './install-prompt-state.ts';
import { followOtherTabs, usePreferences } from './preferences-state.ts';

/** Applies what the person chose for this browser, now and at every change. Call it once, before the first drawing. */
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
