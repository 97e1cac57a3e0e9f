type Type = 'string' | 'integer' | 'boolean' | 'object' | 'list' | 'timestamp';

/** Fields as the tables of the documents give them: name and type; `or null` where the table allows it. */
export type FieldTable = Readonly<Record<string, Type | `${Type} or null`>>;

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+([+-]\d\d:\d\d)?$/;

/** The names of fields that are missing or whose type differs from the table. */
export function wrongFields(table: FieldTable, object: object): string[] {
  return Object.entries(table).flatMap(([name, type]) => {
    const value: unknown = (object as Record<string, unknown>)[name];
    if (value === null && type.endsWith(' or null')) return [];
    return isOf(type.replace(' or null', '') as Type, value) ? [] : [`${name}: ${JSON.stringify(value)}`];
  });
}

function isOf(type: Type, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'list':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'timestamp':
      return typeof value === 'string' && timestamp.test(value);
    default:
      return typeof value === type;
  }
}
