/** The languages in which people are told while the catalog is closed. */
export type Language = 'en' | 'de';

/** What a notice of an update says. The catalog itself says it in words of its own. */
export const updateText: Readonly<Record<Language, (version: string) => string>> = {
  en: (version) => `Version ${version} is available.`,
  de: (version) => `Version ${version} ist da.`,
};
