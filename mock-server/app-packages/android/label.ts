import type { ResourceTable, ResourceValue } from './resources/resource-table.ts';
import type { TypedValue } from './resources/typed-value.ts';

/** "en" as a configuration packs it. */
const english = 0x6e65;

/**
 * The text of a resource in the default language, otherwise in English, otherwise its first one. Integers are converted
 * to text.
 */
export function findLabel(table: ResourceTable, id: number): string | null {
  const values = table.values(id);
  const ofLanguage = (language: number) =>
    values.filter((item) => item.configuration.language === language).map(asText);
  const candidates = [...ofLanguage(0), ...ofLanguage(english), ...values.map(asText)];
  return candidates.find((text) => text !== null && text !== '') ?? null;
}

function asText({ value }: ResourceValue): string | null {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'integer') return String(value.value);
  return value.kind === 'boolean' ? String(value.value) : null;
}

/** The value of a resource for a device of today in the default language; null when it has none. */
export function findValue(table: ResourceTable, id: number): TypedValue | null {
  const ranked = table
    .values(id)
    .map(({ value, configuration: { language, sdk } }) => ({ value, rank: language === 0 ? sdk : -1 }))
    .sort((a, b) => b.rank - a.rank);
  return ranked[0]?.value ?? null;
}
