/** The types, besides text, that values of paths, queries and headers have in the contract, and how each is written there. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  // `Number` would also take `1e3`, `0x10`, `+5` and ` 5`, which others read as something else.
  integer: (text) => (/^-?\d+$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
};

/** A schema of a part of a request that is text. */
interface TextSchema {
  properties?: Readonly<Record<string, { type?: unknown }>>;
}

/**
 * Makes a function that converts the values of a path, a query or headers, which are text, to the types that their schema
 * asks for. What is written in another way stays a text, which the schema then refuses.
 */
export function createTextReader(schema: TextSchema): (values: unknown) => void {
  const read = Object.entries(schema.properties ?? {}).flatMap(([name, { type }]) => {
    const reader = readers[String(type)];
    return reader === undefined ? [] : [{ name, reader }];
  });
  return (values) => {
    const all = values as Record<string, unknown>;
    for (const { name, reader } of read) {
      const value = all[name];
      if (typeof value === 'string') all[name] = reader(value);
    }
  };
}
