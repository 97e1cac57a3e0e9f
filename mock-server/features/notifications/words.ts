/** The languages of push notifications. */
export type Language = 'en' | 'de';

/** The text of a notice of an update. The catalog itself uses its own words. */
export const formatUpdate: Readonly<Record<Language, (version: string) => string>> = {
  en: (version) => `Version ${version} is available.`,
  de: (version) => `Version ${version} ist da.`,
};

interface VersionWithDeadline {
  version_num: string;
  /** The deadline (UTC); null: required at once. */
  required_by: string | null;
}

/** The text of a notice of a deadline. The catalog itself uses its own words. */
export const formatDeadline: Readonly<Record<Language, (version: VersionWithDeadline) => string>> = {
  en: ({ version_num: version, required_by: by }) =>
    by === null
      ? `Version ${version} is required now.`
      : `Version ${version} is required by ${by.slice(0, 10)}, ${by.slice(11, 16)} (UTC).`,
  de: ({ version_num: version, required_by: by }) =>
    by === null
      ? `Version ${version} ist jetzt erforderlich.`
      : `Version ${version} ist bis ${by.slice(0, 10)}, ${by.slice(11, 16)} Uhr (UTC) erforderlich.`,
};
