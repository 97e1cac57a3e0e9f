import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** The content of a messages file: texts by their keys. */
export type Messages = string | readonly Messages[] | { readonly [key: string]: Messages };

/** What a message of the catalog is made of; other parts of ICU MessageFormat are refused. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'argument'; name: string }
  | { kind: 'number'; name: string }
  | { kind: 'plural'; name: string; options: Options }
  | { kind: 'select'; name: string; options: Options };
type Options = ReadonlyMap<string, readonly Part[]>;

/** Reads a messages file. Error: it holds something else than texts, objects and lists of them. */
export function readMessages(json: string): Messages {
  return toMessages(JSON.parse(json));
}

function toMessages(value: unknown): Messages {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(toMessages);
  if (typeof value !== 'object' || value === null) throw new Error(`${JSON.stringify(value)} is no text`);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toMessages(item)]));
}

/** Every text of a messages file by its path: `shots.open`, `steps.0`. */
export function listTexts(messages: Messages, path = ''): [path: string, text: string][] {
  if (typeof messages === 'string') return [[path, messages]];
  return Object.entries(messages).flatMap(([key, item]) =>
    listTexts(item, path === '' ? key : `${path}.${key}`),
  );
}

/**
 * Parses a text in ICU MessageFormat: `{name}`, `{name, number}`, `{name, plural, …}` and `{name, select, …}`. Error: it
 * has a fault, or parts that the catalog does without.
 */
export function parseMessage(text: string): readonly Part[] {
  try {
    return toParts(parse(text, { ignoreTag: true, shouldParseSkeletons: false }), null);
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)} in “${text}”`, { cause });
  }
}

/** The parts of elements; `counted` is the argument that `#` stands for. */
function toParts(elements: readonly MessageFormatElement[], counted: string | null): Part[] {
  return elements.map((element): Part => {
    switch (element.type) {
      case TYPE.literal:
        return { kind: 'text', text: element.value };
      case TYPE.argument:
        return { kind: 'argument', name: element.value };
      case TYPE.number:
        if (element.style) throw new Error('A number with a style is not supported');
        return { kind: 'number', name: element.value };
      case TYPE.pound:
        return { kind: 'number', name: counted ?? '' };
      case TYPE.plural: {
        const { value: name, offset, pluralType } = element;
        if (offset !== 0 || pluralType !== 'cardinal')
          throw new Error('offset and selectordinal are not supported');
        return { kind: 'plural', name, options: toOptions(element.options, name) };
      }
      case TYPE.select:
        return { kind: 'select', name: element.value, options: toOptions(element.options, counted) };
      default:
        throw new Error(`{${element.value}, ${TYPE[element.type]}} is not supported`);
    }
  });
}

const toOptions = (
  options: Readonly<Record<string, { value: MessageFormatElement[] }>>,
  counted: string | null,
): Options => new Map(Object.entries(options).map(([key, { value }]) => [key, toParts(value, counted)]));

/**
 * The arguments of a message in the order of their names, each with its TypeScript type. Error: one is a number in one
 * place and a text in another.
 */
export function listArguments(text: string): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  const visit = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (part.kind === 'text') continue;
      const type = getType(part);
      const before = types.get(part.name) ?? type;
      if (before !== type) throw new Error(`{${part.name}} is ${before} and ${type} in “${text}”`);
      types.set(part.name, type);
      if ('options' in part) for (const option of part.options.values()) visit(option);
    }
  };
  visit(parseMessage(text));
  return new Map([...types].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function getType(part: Exclude<Part, { kind: 'text' }>): string {
  if (part.kind === 'argument') return 'string';
  if (part.kind !== 'select') return 'number';
  return [...part.options.keys()].map((key) => `'${key}'`).join(' | ');
}
