/** Pieces of JSON, and of invalid JSON, that replace other values. */
export const oddPieces: readonly string[] = [
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '" "',
  '-1',
  '0.5',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '9'.repeat(400),
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u202e\\u2028"',
  '"__proto__"',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toString":null}',
  'NaN',
  'Infinity',
  'undefined',
  '01',
  "'a'",
  '{"a":1,}',
  '[1,]',
  '"a',
  '\ufeff1',
  '/**/1',
  '',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  '['.repeat(100_000),
  `[${'1,'.repeat(9_999)}1]`,
  `[${'{},'.repeat(9_999)}{}]`,
  `{${Array.from({ length: 10_000 }, (_, at) => `"k${at}":${at}`).join()}}`,
  `"${'x'.repeat(300_000)}"`,
  `"${' '.repeat(300_000)}!"`,
  `"${'漢'.repeat(300_000)}"`,
];

/** All places within a value, as the names and positions that lead to them. */
function placesOf(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, item]) => placesOf(item, [...at, name]))
      : [];
  return [at, ...inner];
}

const here = '\u0001here';
function marked(value: unknown, [first, ...rest]: readonly (string | number)[]): unknown {
  if (first === undefined) return here;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[first] = marked(copy[first], rest);
  return copy;
}

/** The JSON of a value in which a piece replaces the value at one of its places. */
export function damaged(value: unknown, place: number, piece: string): string {
  const places = placesOf(value);
  const text = JSON.stringify(marked(value, places[place % places.length] ?? []));
  return text.replace(JSON.stringify(here), () => piece);
}
