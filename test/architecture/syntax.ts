import { posix } from 'node:path';
import { type ESTree, type ParseResult, parseSync, Visitor } from 'vite';

/** Contents of files by their path from the top of the project, with `/` between the parts. */
export type Sources = ReadonlyMap<string, string>;

/** One import: of a file of the project by its path, or of a package by its name. */
export interface Import {
  target: string;
  /** False for packages and Node's own modules. */
  ours: boolean;
  /** True when the compiler erases it. */
  typeOnly: boolean;
}

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path);

/** The syntax tree of a file. Error: it can't be parsed, so that no file escapes a check unread. */
export function parse(path: string, text: string): ParseResult {
  const result = parseSync(path, text);
  const [error] = result.errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  return result;
}

/** Every import of a file: static, dynamic, in a type, by `export … from`, and of a worker by its URL. */
export function importsOf(path: string, text: string): Import[] {
  const parsed = parse(path, text);
  return [...staticImports(parsed), ...otherImports(parsed)].map(({ specifier, typeOnly }) => {
    const ours = /^\.{0,2}\//.test(specifier);
    const file = specifier.replace(/[?#].*$/, '');
    return { target: ours ? posix.join(posix.dirname(path), file) : packageName(specifier), ours, typeOnly };
  });
}

/** The names of a file's tests, and of groups of them, as they are written: what `test`, `it` and `describe` are called with first, and each case of an `.each`. */
export function testNames(path: string, text: string): Set<string> {
  const names = new Set<string>();
  const { program } = parse(path, text);
  new Visitor({
    CallExpression: ({ callee, arguments: [name] }) => {
      if (!isTest(callee)) return;
      const firsts = callee.type === 'CallExpression' ? casesOf(callee.arguments[0]) : [];
      for (const part of [name, ...firsts]) names.add(textOf(part));
    },
  }).visit(program);
  return names;
}

/** A text as it is written, a template without what is put into it; empty for anything else. */
function textOf(node: ESTree.Node | null | undefined): string {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return '';
  return node.quasis
    .map(({ value }) => value.cooked ?? '')
    .join('')
    .trim();
}

/** What the cases of an `.each([…])` are called: each itself, or the first of its values. */
const casesOf = (list: ESTree.Node | undefined): (ESTree.Node | null | undefined)[] =>
  list?.type === 'ArrayExpression'
    ? list.elements.map((one) => (one?.type === 'ArrayExpression' ? one.elements[0] : one))
    : [];

/** Whether something that is called is `test`, `it`, `describe`, or what an `.each(…)` of them gives. */
function isTest(callee: ESTree.Node): boolean {
  switch (callee.type) {
    case 'Identifier':
      return ['test', 'it', 'describe'].includes(callee.name);
    case 'MemberExpression':
      return isTest(callee.object);
    case 'CallExpression':
      return isTest(callee.callee);
    case 'TaggedTemplateExpression':
      return isTest(callee.tag);
    default:
      return false;
  }
}

interface Specifier {
  specifier: string;
  typeOnly: boolean;
}

function staticImports({ module }: ParseResult): Specifier[] {
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, typeOnly: isType }] : [],
    ),
  );
  return [...imports, ...exports];
}

function otherImports({ program }: ParseResult): Specifier[] {
  const found: Specifier[] = [];
  const add = (source: ESTree.Node | undefined, typeOnly: boolean): void => {
    if (source?.type === 'Literal' && typeof source.value === 'string') {
      found.push({ specifier: source.value, typeOnly });
    }
  };
  new Visitor({
    ImportExpression: ({ source }) => add(source, false),
    TSImportType: ({ source }) => add(source, true),
    NewExpression: ({ callee, arguments: [url, base] }) => {
      if (callee.type === 'Identifier' && callee.name === 'URL' && base?.type === 'MemberExpression')
        add(url, false);
    },
  }).visit(program);
  return found;
}

/** A module of Node is itself, `@scope/name/part` is `@scope/name`, `name/part` is `name`. */
function packageName(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
