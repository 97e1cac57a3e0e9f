import type { Language } from './locale.ts';

/** A message by plural category (CLDR); `#` stands for the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Returns the `count` of a language: `count(2, { one: '# update', other: '# updates' })` is "2 updates". */
export function createPlurals(language: Language): (n: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replaceAll('#', numbers.format(n));
}

/** The forms of a text by the plural categories of its language (CLDR), and by exact numbers: `=0`. */
type Forms = Readonly<Record<string, string>> & { other: string };

const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

/** The form of a text for a number. */
export function selectPlural(language: string, n: number, forms: Forms): string {
  const rule = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, rule);
  return forms[`=${n}`] ?? forms[rule.select(n)] ?? forms.other;
}

/** A number as it is written in a language. */
export function formatNumber(language: string, n: number): string {
  const format = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, format);
  return format.format(n);
}
