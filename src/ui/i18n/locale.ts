/** The catalog's languages. English is the source; the others are loaded when they are chosen. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A language for words, and the person's region (BCP 47) for dates and numbers: `en` with `en-GB`. */
export type Locale = { language: Language; region: string };

/**
 * The first of the person's languages that the catalog has, otherwise English. `preferred` as in
 * `navigator.languages`; `chosen` is the person's choice in the settings, which comes before them.
 */
export function negotiateLocale(preferred: readonly string[], chosen?: Language): Locale {
  const language = chosen ?? findSupportedLanguage(preferred) ?? 'en';
  const region = preferred.find((tag) => parseLanguage(tag) === language) ?? language;
  return { language, region };
}

function findSupportedLanguage(preferred: readonly string[]): Language | undefined {
  for (const tag of preferred) {
    const language = LANGUAGES.find((spoken) => spoken === parseLanguage(tag));
    if (language) return language;
  }
  return undefined;
}

/** The language part of a language tag; nothing for an invalid tag. */
function parseLanguage(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return undefined;
  }
}
