import { useMemo, useSyncExternalStore } from 'react';
import { type Locale, negotiateLocale } from '../../ui/i18n/locale.ts';
import { usePreferences } from './preferences.ts';

/** The language the person chose, else the first of the device's that the catalog speaks. */
export function useAppLocale(): Locale {
  const { language } = usePreferences();
  const preferred = useSyncExternalStore(onLanguages, () => navigator.languages);
  return useMemo(() => negotiateLocale(preferred, language ?? undefined), [preferred, language]);
}

function onLanguages(changed: () => void): () => void {
  window.addEventListener('languagechange', changed);
  return () => window.removeEventListener('languagechange', changed);
}
