import type { TermsTexts } from '../../../contract/terms.ts';

/** The text for a person who reads `language`, with its language: theirs, otherwise English, otherwise the first. */
export function selectText(texts: TermsTexts, language: string): { language: string; text: string } {
  const languages = Object.keys(texts).sort();
  const findText = (wanted: string) =>
    languages.find((name) => name === wanted || name.startsWith(`${wanted}-`));
  const found = findText(language) ?? findText('en') ?? languages[0] ?? '';
  return { language: found, text: texts[found] ?? '' };
}
