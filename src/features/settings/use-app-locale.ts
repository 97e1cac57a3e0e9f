import { useMemo, useSyncExternalStore } from 'react';
import { type Locale, negotiateLocale } from '../../ui/i18n/locale.ts';
import { usePreferences } from './preferences-state.ts';

/** The language that the person chose, otherwise the first of the device's languages that the catalog has. */
export function useAppLocale(): Locale {
  const { language } = usePreferences();
  const preferred = useSyncExternalStore(onLanguages, readDeviceLanguages);
  return useMemo(() => negotiateLocale(preferred.split(','), language ?? undefined), [preferred, language]);
}

/** As one text: a browser may return a new array each time, which would look like a change. */
const readDeviceLanguages = (): string => navigator.languages.join();

function onLanguages(changed: () => void): () => void {
  window.addEventListener('languagechange', changed);
  return () => window.removeEventListener('languagechange', changed);
}
