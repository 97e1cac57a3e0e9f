import { createContext, type ReactNode, use, useContext, useEffect, useMemo } from 'react';
import { type Formats, getFormats } from './format.ts';
import type { Language, Locale } from './locale.ts';
import type { Translations } from './translations.ts';

type LocaleContextValue = { locale: Locale; formats: Formats };

const English: Locale = { language: 'en', region: 'en' };
const Context = createContext<LocaleContextValue>({ locale: English, formats: getFormats('en') });

/** Sets the language of everything inside, and `<html lang>`. */
export function LocaleProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const { language, region } = locale;
  const speech = useMemo(
    () => ({ locale: { language, region }, formats: getFormats(region) }),
    [language, region],
  );
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <Context value={speech}>{children}</Context>;
}

/** The language of words. */
export function useLanguage(): Language {
  return useContext(Context).locale.language;
}

/** Dates, sizes and numbers as the person writes them. */
export function useFormat(): Formats {
  return useContext(Context).formats;
}

/** The words of a feature in the current language. Suspends while they are fetched for the first time. */
export function useMessages<M>(words: Translations<M>): M {
  return use(words.drawModules(useLanguage()));
}
