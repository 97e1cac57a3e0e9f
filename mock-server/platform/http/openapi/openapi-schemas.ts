import type { Schema } from './openapi-document.ts';

/** The place of named schemas in the document. */
export const schemaPath = '#/components/schemas/';

/**
 * Writes schemas for the document: a named one is written once, and referred to by its name everywhere else. Definitions
 * inside a schema, as a recursive one has, become named schemas too.
 */
export class SchemaWriter {
  readonly #names: ReadonlyMap<object, string>;
  readonly #written = new Map<string, Schema>();

  constructor(named: Readonly<Record<string, object>>) {
    this.#names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  }

  /** The named schemas that were used, each once. */
  get named(): Record<string, Schema> {
    return Object.fromEntries([...this.#written].sort(([one], [other]) => one.localeCompare(other)));
  }

  write(schema: object): Schema {
    const name = this.#names.get(schema);
    if (name === undefined) return this.#members(schema);
    this.#name(name, schema);
    return { $ref: schemaPath + name };
  }

  #name(name: string, schema: object): void {
    if (this.#written.has(name)) return;
    // Added before it is written, because it may contain itself.
    this.#written.set(name, {});
    this.#written.set(name, this.#members(schema));
  }

  #members(schema: object): Schema {
    const { $id: _id, $defs = {}, $ref, ...members } = schema as Record<string, unknown>;
    for (const [name, definition] of Object.entries($defs as Record<string, object>))
      this.#name(name, definition);
    const written = Object.entries(members).map(([keyword, value]) => [keyword, this.#value(value)]);
    return { ...(typeof $ref === 'string' && { $ref: schemaPath + $ref }), ...Object.fromEntries(written) };
  }

  #value(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#value(item));
    return typeof value === 'object' && value !== null ? this.write(value) : value;
  }
}
