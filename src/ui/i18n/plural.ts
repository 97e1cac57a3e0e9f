import type { Language } from './locale.ts';

/** A message by plural category (CLDR); `#` stands for the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Returns the `count` of a language: `count(2, { one: '# update', other: '# updates' })` is "2 updates". */
export function createPlurals(language: Language): (n: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (n, forms) => (forms[rules.select(n)] ?? forms.other).replaceAll('#', numbers.format(n));
}
