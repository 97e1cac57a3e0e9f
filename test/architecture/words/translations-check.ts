import {
  listArguments,
  listTexts,
  type Part,
  parseMessage,
  readMessages,
} from '../../../mock-server/launch/messages/message.ts';
import type { Sources } from '../syntax.ts';

/** Names and words that are the same in other languages. */
const sameEverywhere = ['App Store & Google Play'];

/** Faults of messages files below a folder, beside their English ones, a line each. */
export function translationFaults(sources: Sources, folder: string, languages: readonly string[]): string[] {
  return [...sources]
    .filter(([path]) => path.startsWith(folder) && path.endsWith('messages.en.json'))
    .flatMap(([path, json]) => {
      const english = new Map(listTexts(readMessages(json)));
      return languages.flatMap((language) => {
        const file = path.replace('.en.', `.${language}.`);
        const other = sources.get(file);
        if (other === undefined) return [`${file} is missing`];
        const texts = new Map(listTexts(readMessages(other)));
        const keys = [...new Set([...english.keys(), ...texts.keys()])];
        return keys
          .flatMap((key) => faultsOf(english.get(key), texts.get(key), language))
          .map((fault) => `${file}: ${fault}`);
      });
    });
}

function faultsOf(english: string | undefined, text: string | undefined, language: string): string[] {
  if (english === undefined) return [`“${text}” has no English text`];
  if (text === undefined) return [`“${english}” is missing`];
  const faults = missingForms(parseMessage(text), language).map((form) => `“${text}” has no form “${form}”`);
  if (text.trim() === '') faults.push(`“${english}” is empty`);
  if (argumentsOf(text) !== argumentsOf(english))
    faults.push(`“${text}” has other arguments than “${english}”`);
  if (language !== 'en' && text === english && isSentence(text)) faults.push(`“${text}” is English`);
  return faults;
}

const argumentsOf = (text: string): string => JSON.stringify([...listArguments(text)]);

/** Names, units and single words may be the same in two languages. */
const isSentence = (text: string): boolean =>
  !sameEverywhere.includes(text) && (text.replaceAll(/\{.*?\}/g, '').match(/\p{L}+/gu) ?? []).length > 2;

/** Plural categories of the language that a message lacks. */
function missingForms(parts: readonly Part[], language: string): string[] {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return parts.flatMap((part) => {
    if (!('options' in part)) return [];
    const missing = part.kind === 'plural' ? categories.filter((form) => !part.options.has(form)) : [];
    return [...missing, ...[...part.options.values()].flatMap((option) => missingForms(option, language))];
  });
}
