/** The languages the catalog speaks. English is the source; the others are loaded when they are chosen. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A language for words, and the person's region (BCP 47) for dates and numbers: `en` with `en-GB`. */
export type Locale = { language: Language; region: string };

/**
 * The first language of the person's that the catalog speaks, else English. `preferred` as in
 * `navigator.languages`; `chosen` is the person's own choice in the settings and comes before them.
 */
export function negotiateLocale(preferred: readonly string[], chosen?: Language): Locale {
  const language = chosen ?? firstSpoken(preferred) ?? 'en';
  const region = preferred.find((tag) => languageOf(tag) === language) ?? language;
  return { language, region };
}

function firstSpoken(preferred: readonly string[]): Language | undefined {
  for (const tag of preferred) {
    const language = LANGUAGES.find((spoken) => spoken === languageOf(tag));
    if (language) return language;
  }
  return undefined;
}

/** The language part of a tag; nothing for a tag that is none. */
function languageOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return undefined;
  }
}
