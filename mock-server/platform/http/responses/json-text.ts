declare const formatValue: unique symbol;

/**
 * A value as JSON text, typed by that value: the compiler checks answers that are put together from ready-made texts as it
 * checks objects.
 */
export type JsonText<T> = string & { readonly [formatValue]: T };

export const toJsonText = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>;
