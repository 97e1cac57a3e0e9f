import { useMemo, useSyncExternalStore } from 'react';
import { type Locale, negotiateLocale } from '../../ui/i18n/locale.ts';
import { usePreferences } from './preferences.ts';

/** The language the person chose, else the first of the device's that the catalog speaks. */
export function useAppLocale(): Locale {
  const { language } = usePreferences();
  // As a text: some browsers make the list anew whenever it is read.
  const preferred = useSyncExternalStore(onLanguages, () => navigator.languages.join());
  return useMemo(() => negotiateLocale(preferred.split(','), language ?? undefined), [preferred, language]);
}

function onLanguages(changed: () => void): () => void {
  window.addEventListener('languagechange', changed);
  return () => window.removeEventListener('languagechange', changed);
}
