declare const written: unique symbol;

/**
 * JSON that has been written already, with the type of what it says: answers that are put together from ready-made parts are
 * checked by the compiler as objects are.
 */
export type JsonText<T> = string & { readonly [written]: T };

export const jsonOf = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>;

/** An object of values that are written already. */
export const jsonObject = <T extends object>(fields: { [K in keyof T]: JsonText<T[K]> }): JsonText<T> =>
  `{${Object.entries<string>(fields)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join()}}` as JsonText<T>;

export const jsonList = <T>(items: readonly JsonText<T>[]): JsonText<T[]> =>
  `[${items.join()}]` as JsonText<T[]>;

/** An object whose first fields are written already. Both parts have at least one field, and none is in both. */
export const jsonExtended = <A extends object, B extends object>(
  first: JsonText<A>,
  others: B,
): JsonText<A & B> => `${first.slice(0, -1)},${JSON.stringify(others).slice(1)}` as JsonText<A & B>;
