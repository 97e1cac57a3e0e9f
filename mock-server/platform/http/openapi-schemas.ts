import type { Schema } from './openapi-document.ts';

/** Where named schemas stand in the document. */
export const schemaPath = '#/components/schemas/';

/**
 * Writes schemas for the document: an object that has a name is written once, under it, and referred to everywhere else.
 * Definitions that a schema brings along, as a recursive one does, become named ones too.
 */
export class SchemaWriter {
  readonly #names: ReadonlyMap<object, string>;
  readonly #written = new Map<string, Schema>();

  constructor(named: Readonly<Record<string, object>>) {
    this.#names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  }

  /** The named schemas that were referred to, each once. */
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
    // Known before it is written: it may contain itself.
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
