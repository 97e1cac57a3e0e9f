// What compiled messages call (mock-server/launch/messages/compile.ts).

/** The forms of a text by the plural categories of its language (CLDR), and by exact numbers: `=0`. */
type PluralForms = Readonly<Record<string, string>> & { other: string };

const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

/** The form of a text for a number. */
export function selectPlural(language: string, n: number, forms: PluralForms): string {
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
