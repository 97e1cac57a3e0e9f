declare const written: unique symbol;

/**
 * A value as JSON text, typed by that value: the compiler checks answers that are put together from ready-made texts as it
 * checks objects.
 */
export type JsonText<T> = string & { readonly [written]: T };

export const jsonOf = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>;

/** An object whose values are JSON texts. It is put together, not copied: whoever writes the whole answer copies it once. */
export function jsonObject<T extends object>(fields: { [K in keyof T]: JsonText<T[K]> }): JsonText<T> {
  let text = '';
  for (const [name, value] of Object.entries<string>(fields))
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${value}`;
  return `{${text}}` as JsonText<T>;
}

export function jsonList<T>(items: readonly JsonText<T>[]): JsonText<T[]> {
  let text = '';
  for (const item of items) text += text === '' ? item : `,${item}`;
  return `[${text}]` as JsonText<T[]>;
}

/** Joins two objects into one. Each has at least one field, and no field is in both. */
export const jsonExtended = <A extends object, B extends object>(
  first: JsonText<A>,
  others: B,
): JsonText<A & B> => `${first.slice(0, -1)},${JSON.stringify(others).slice(1)}` as JsonText<A & B>;
