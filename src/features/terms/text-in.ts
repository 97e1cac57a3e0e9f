import type { TermsTexts } from '../../../contract/terms.ts';

/** The text for a person who reads `language`, with its language: theirs, otherwise English, otherwise the first. */
export function textIn(texts: TermsTexts, language: string): { language: string; text: string } {
  const languages = Object.keys(texts).sort();
  const of = (wanted: string) => languages.find((name) => name === wanted || name.startsWith(`${wanted}-`));
  const found = of(language) ?? of('en') ?? languages[0] ?? '';
  return { language: found, text: texts[found] ?? '' };
}
