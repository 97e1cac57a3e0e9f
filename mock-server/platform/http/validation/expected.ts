/** The parts of a schema that the sentences use; TypeBox's types lack some of them. */
export interface ReadSchema {
  readonly type?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly anyOf?: readonly ReadSchema[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly format?: string | undefined;
}

/** The meaning of each text format of the contract, to follow "must be". */
export const formats: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-01-31',
  email: 'an e-mail address',
};

/** The meaning of each text pattern of the contract, to follow "must be". */
export const patterns: Readonly<Record<string, string>> = {
  "^[a-zA-Z0-9'~!$%^&*_=+.@,/]+$": "made of letters a to z, digits and '~!$%^&*_=+.@,/ only",
  '^\\S+$': 'without spaces',
  '\\S': 'more than spaces',
  '^[0-9]*$': 'made of digits only',
  '^[0-9]{1,15}$': 'a number of at most 15 digits',
  '^[0-9]{1,12}$': 'a whole number of milliseconds, of at most 12 digits',
  '^[0-9A-Za-z]{1,64}$': 'an identifier: 1 to 64 letters and digits',
  '^([^\\s@]+@[^\\s@]+)?$': 'an e-mail address, or empty',
  '^[^\\r\\n]*$': 'on one line',
  '^[^\\r\\n]*\\S[^\\r\\n]*$': 'on one line, and more than spaces',
  '^(https?://)?(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$':
    'a domain such as apps.example.org or *.example.org',
  '^#[0-9a-fA-F]{6}$': 'a color such as #1a2b3c',
  '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)?$':
    'at most 63 of the letters a to z, digits and hyphens, with no hyphen first or last',
  '^[\\x21-\\x7e]+$': 'made of letters, digits and signs of ASCII, without spaces',
  '^[\\x21-\\x7e]{1,200}$': '1 to 200 letters, digits and signs of ASCII, without spaces',
  '^[\\x21-\\x7e]{8,200}$': '8 to 200 letters, digits and signs of ASCII, without spaces',
  '^[0-9A-Za-z._-]{8,64}$': '8 to 64 letters, digits, dots, underscores and hyphens',
  '^https://[^\\s]+$': 'an address that begins with https://',
  '^[A-Z0-9]{6,16}$': '6 to 16 capital letters and digits',
  '^[A-Za-z0-9_-]{87}={0,2}$': '65 bytes as base64url',
  '^[A-Za-z0-9_-]{22}={0,2}$': '16 bytes as base64url',
};

const types: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'a text',
};

/** What a value must be by its schema, to follow "must be". */
export const describeExpected = (schema: ReadSchema): string => joinAlternatives(listAlternatives(schema));

/** "a, b or c"; equal choices are named once. */
export function joinAlternatives(choices: readonly string[]): string {
  const different = [...new Set(choices)];
  const last = different.at(-1) ?? '';
  return different.length < 2 ? last : `${different.slice(0, -1).join(', ')} or ${last}`;
}

/** A value as a client writes it. */
export const formatValue = (value: unknown): string => (value === '' ? 'empty' : JSON.stringify(value));

function listAlternatives(schema: ReadSchema): string[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(listAlternatives);
  if (schema.enum !== undefined) return schema.enum.map(formatValue);
  if (schema.const !== undefined) return [formatValue(schema.const)];
  return [describeOne(schema)];
}

function describeOne(schema: ReadSchema): string {
  const { type, pattern, format } = schema;
  if (format !== undefined && formats[format] !== undefined) return formats[format];
  if (type === 'string') return describeText(schema, pattern === undefined ? undefined : patterns[pattern]);
  const noun = types[type ?? ''];
  return [noun, describeRange(schema.minimum, schema.maximum, noun === undefined ? '' : 'from ')]
    .filter(Boolean)
    .join(' ');
}

function describeText({ minLength = 0, maxLength }: ReadSchema, form: string | undefined): string {
  if (form !== undefined) return form;
  if (minLength > 1 && maxLength !== undefined) return `a text of ${minLength} to ${maxLength} characters`;
  return maxLength === undefined ? 'a text' : `a text of at most ${maxLength} characters`;
}

/** A range in words. A limit that only reflects the largest possible number is left out. */
function describeRange(minimum?: number, maximum?: number, before = ''): string {
  const isOpen = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER;
  if (minimum === undefined) return isOpen ? '' : `of at most ${maximum}`;
  return isOpen ? `of at least ${minimum}` : `${before}${minimum} to ${maximum}`;
}
