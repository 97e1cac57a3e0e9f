/** Texts as PostgreSQL reads an array of them, which is one value of a statement for any number; PostgreSQL's documentation, Arrays. */
export const arrayText = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`;
