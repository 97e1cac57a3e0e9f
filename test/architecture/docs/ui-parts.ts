import { posix } from 'node:path';
import type { ESTree, ParseResult } from 'vite';
import { parse, type Sources } from '../syntax.ts';

/** The folder of the design system. */
export const uiFolder = 'src/ui/';

/** An export of a file of the design system. */
export interface Part {
  name: string;
  path: string;
  /** Its docstring, in one line. */
  about: string;
  /** Its props, a line each, or the parameters of a function. */
  takes: readonly string[];
}

interface File {
  path: string;
  text: string;
  program: ESTree.Program;
  comments: ParseResult['comments'];
}

/** Every component that the design system exports, by name. */
export function partsOf(sources: Sources): Part[] {
  const files = filesOf(sources);
  return exportsOf(files)
    .filter(({ file, name }) => file.path.endsWith('.tsx') && /^[A-Z]/.test(name))
    .flatMap(({ file, name, node, about }) => {
      const takes = propsOfComponent(node, file, files);
      return takes === undefined ? [] : [{ name, path: file.path, about, takes }];
    });
}

/** Every function of the design system that screens import, by name. */
export function functionsOf(sources: Sources): Part[] {
  const imported = importedByScreens(sources);
  return exportsOf(filesOf(sources))
    .filter(({ file, name }) => /^[a-z]/.test(name) && imported.has(`${file.path} ${name}`))
    .flatMap(({ file, name, node, about }) => {
      const parameters = functionOf(node)?.params;
      if (parameters === undefined) return [];
      return [
        {
          name,
          path: file.path,
          about,
          takes: parameters.map((one) => withoutComments(file, one).replace(/ = .*/, '')),
        },
      ];
    });
}

/** The types that these parts take by their name, each as it is declared. */
export function typesOf(sources: Sources, parts: readonly Part[]): [name: string, declared: string][] {
  const taken = new Set(parts.flatMap(({ takes }) => takes.join(' ').match(/\b[A-Z]\w+/g) ?? []));
  const declared = filesOf(sources).flatMap((file) =>
    file.program.body.flatMap((statement): [string, string][] => {
      const type = declarationIn(statement);
      return type === undefined
        ? []
        : [[type.name, withoutComments(file, type.node).replaceAll('readonly ', '')]];
    }),
  );
  return declared
    .filter(([name]) => taken.has(name))
    .sort(([one], [other]) => one.localeCompare(other, 'en'));
}

/** The type that a statement declares. */
function declarationIn(statement: ESTree.Node): { name: string; node: ESTree.Node } | undefined {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type === 'TSTypeAliasDeclaration')
    return { name: declared.id.name, node: declared.typeAnnotation };
  if (declared?.type === 'TSInterfaceDeclaration') return { name: declared.id.name, node: declared.body };
  return undefined;
}

const filesOf = (sources: Sources): File[] =>
  [...sources]
    .filter(([path]) => path.startsWith(uiFolder) && /\.tsx?$/.test(path))
    .map(([path, text]) => {
      const { program, comments } = parse(path, text);
      return { path, text, program, comments };
    });

/** `path name` of what files outside of the design system import from it. */
function importedByScreens(sources: Sources): Set<string> {
  const screens = [...sources].filter(([path]) => /^src\/.*\.tsx?$/.test(path) && !path.startsWith(uiFolder));
  return new Set(
    screens.flatMap(([path, text]) =>
      parse(path, text).module.staticImports.flatMap(({ moduleRequest, entries }) => {
        const target = posix.join(posix.dirname(path), moduleRequest.value);
        return entries.map(({ importName }) => `${target} ${importName.name}`);
      }),
    ),
  );
}

interface Exported {
  file: File;
  name: string;
  /** A function, or the initial value of a constant. */
  node: ESTree.Node;
  about: string;
}

/** Functions and constants that these files export, by name. */
function exportsOf(files: readonly File[]): Exported[] {
  const found = files.flatMap((file) =>
    file.program.body.flatMap((statement): Exported[] => {
      const about = docstringOf(file, statement);
      if (statement.type !== 'ExportNamedDeclaration' && statement.type !== 'ExportDefaultDeclaration')
        return [];
      const { declaration } = statement;
      if (declaration?.type === 'FunctionDeclaration' && declaration.id !== null)
        return [{ file, name: declaration.id.name, node: declaration, about }];
      if (declaration?.type !== 'VariableDeclaration') return [];
      return declaration.declarations.flatMap(({ id, init }) =>
        id.type === 'Identifier' && init !== null ? [{ file, name: id.name, node: init, about }] : [],
      );
    }),
  );
  return found.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** The docstring directly before a statement. */
function docstringOf({ text, comments }: File, { start }: ESTree.Node): string {
  const comment = comments.find(
    ({ value, end }) => value.startsWith('*') && end <= start && text.slice(end, start).trim() === '',
  );
  return (comment?.value ?? '').replaceAll(/\s*\n\s*\*|^\*/g, '').trim();
}

const functionOf = (node: ESTree.Node): ESTree.Function | ESTree.ArrowFunctionExpression | undefined =>
  node.type === 'FunctionDeclaration' || node.type === 'ArrowFunctionExpression' ? node : undefined;

/** The props of a component; undefined for anything else. */
function propsOfComponent(node: ESTree.Node, file: File, files: readonly File[]): string[] | undefined {
  if (node.type === 'MemberExpression' && withoutComments(file, node).endsWith('.Provider')) return ['value'];
  const component = functionOf(node);
  if (component === undefined) return undefined;
  const [props] = component.params;
  if (props === undefined) return [];
  const type = 'typeAnnotation' in props ? props.typeAnnotation?.typeAnnotation : undefined;
  if (type === undefined || type === null) throw new Error(`${file.path}: props without a type`);
  return propsOfType(type, file, files);
}

/** The props that a type declares, a line each; what it takes from React as `attributes of <a>`. */
function propsOfType(type: ESTree.TSType, file: File, files: readonly File[]): string[] {
  switch (type.type) {
    case 'TSTypeLiteral':
      return type.members.map((member) => propOf(file, member));
    case 'TSIntersectionType':
      return type.types.flatMap((one) => propsOfType(one, file, files));
    case 'TSParenthesizedType':
      return propsOfType(type.typeAnnotation, file, files);
    case 'TSUnionType':
      return [type.types.map((one) => propsOfType(one, file, files).join(', ')).join(' or ')];
    case 'TSTypeReference':
      return propsOfReference(type, file, files);
    default:
      throw new Error(`${file.path}: can't read the props in ${withoutComments(file, type)}`);
  }
}

function propsOfReference(
  { typeName, typeArguments }: ESTree.TSTypeReference,
  file: File,
  files: readonly File[],
): string[] {
  const name = withoutComments(file, typeName);
  const [first, second] = typeArguments?.params ?? [];
  if (name.startsWith('ComponentPropsWith') && first !== undefined)
    return [`attributes of <${withoutComments(file, first).replaceAll("'", '')}>`];
  if ((name === 'Omit' || name === 'Pick') && first !== undefined && second !== undefined) {
    const keys: readonly string[] = withoutComments(file, second).match(/(?<=')\w+(?=')/g) ?? [];
    return propsOfType(first, file, files).filter((prop) => {
      const isNamed = keys.includes(/^\w+/.exec(prop)?.[0] ?? '');
      return prop.startsWith('attributes') || isNamed === (name === 'Pick');
    });
  }
  const [declared, at] = declarationOf(name, file, files);
  return propsOfType(declared, at, files);
}

/** Where a type is declared: in the file itself, or in the one that it is imported from. */
function declarationOf(name: string, file: File, files: readonly File[]): [ESTree.TSType, File] {
  for (const statement of file.program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'TSTypeAliasDeclaration' && declared.id.name === name)
      return [declared.typeAnnotation, file];
    if (statement.type !== 'ImportDeclaration') continue;
    const imports = statement.specifiers.some(({ local }) => local.name === name);
    const target = posix.join(posix.dirname(file.path), statement.source.value);
    const other = imports ? files.find(({ path }) => path === target) : undefined;
    if (other !== undefined) return declarationOf(name, other, files);
  }
  throw new Error(`${file.path}: can't find the type ${name}`);
}

/** `name: type` or `name?: type`, without modifiers. */
function propOf(file: File, member: ESTree.Node): string {
  const prop = withoutComments(file, member).replace(/;$/, '').replaceAll('readonly ', '');
  return prop.replace(/\?: \((.*)\) \| undefined$/, '?: $1').replace(/(\?: .*) \| undefined$/, '$1');
}

/** The text of a node, in one line, without its comments. */
const withoutComments = ({ text }: File, { start, end }: ESTree.Node): string =>
  text
    .slice(start, end)
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ');
