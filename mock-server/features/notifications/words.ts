/** The languages of push notifications. */
export type Language = 'en' | 'de';

/** The text of a notice of an update. The catalog itself uses its own words. */
export const updateText: Readonly<Record<Language, (version: string) => string>> = {
  en: (version) => `Version ${version} is available.`,
  de: (version) => `Version ${version} ist da.`,
};
