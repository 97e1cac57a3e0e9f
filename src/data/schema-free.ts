/**
 * Stands in for TypeBox in the catalog's bundle. The contract's schemas are for types and for the service; the catalog
 * needs an operation's method, path and context alone, and so saves 35 kB of its first load. Every schema is an object
 * whose properties are again such objects.
 */
interface Schema {
  readonly properties: Record<string, Schema>;
}

const properties = new Proxy<Record<string, Schema>>({}, { get: () => schema });
const schema: Schema = { properties };

/** Any constructor of a schema: `Type.Object(…)`, `Type.String()` … */
export const Type = new Proxy<Record<string, () => Schema>>({}, { get: () => () => schema });
