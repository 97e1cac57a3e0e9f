import { type ESTree, type Plugin, parseAst } from 'vite';

/** What the service alone needs of an operation: its schemas and descriptions. */
const serviceOnly = new Set([
  'params',
  'query',
  'body',
  'headers',
  'response',
  'summary',
  'source',
  'deliveries',
  'files',
]);

/**
 * Leaves the schemas of operations out of the catalog's bundle: it needs method, path and context, and its types are gone
 * before it runs. Schemas that nothing names any more are then dropped by tree shaking; that saves 40 kB of first load.
 */
export function operationOutline(contract: string): Plugin {
  return {
    name: 'operation-outline',
    transform: (code, id) => (id.startsWith(contract) ? { code: outlined(code), map: null } : null),
  };
}

/**
 * A module (JavaScript) whose exported operations have no property that the service alone needs. Nothing but the argument
 * of `operation(…)` is written anew; what it spreads stands in it as text, so that other readers of the same constant miss
 * nothing.
 */
export function outlined(code: string): string {
  const { body } = parseAst(code);
  const declared = body.flatMap(constants);
  const objects = new Map(declared.flatMap(({ name, value }) => (isObject(value) ? [[name, value]] : [])));
  const needed = (object: ESTree.ObjectExpression): string[] =>
    object.properties.flatMap((property) => {
      if (property.type === 'Property') return serviceOnly.has(nameOf(property)) ? [] : [textOf(property)];
      const spread =
        property.argument.type === 'Identifier' ? objects.get(property.argument.name) : undefined;
      return spread === undefined ? [textOf(property)] : needed(spread);
    });
  const textOf = ({ start, end }: ESTree.Span): string => code.slice(start, end);

  let result = '';
  let from = 0;
  for (const { value } of declared) {
    const argument = operationArgument(value);
    if (argument === null) continue;
    result += `${code.slice(from, argument.start)}{ ${needed(argument).join(', ')} }`;
    from = argument.end;
  }
  return result + code.slice(from);
}

interface Constant {
  name: string;
  value: ESTree.Expression;
}

/** The constants that a statement declares at the top of a module. */
function constants(statement: ESTree.Statement): Constant[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') return [];
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init ? [{ name: id.name, value: init }] : [],
  );
}

const isObject = (value: ESTree.Expression): value is ESTree.ObjectExpression =>
  value.type === 'ObjectExpression';

/** What a call of `operation` declares; null for anything else. */
function operationArgument(value: ESTree.Expression): ESTree.ObjectExpression | null {
  if (value.type !== 'CallExpression') return null;
  const [argument] = value.arguments;
  const isOperation = value.callee.type === 'Identifier' && value.callee.name === 'operation';
  return isOperation && argument?.type === 'ObjectExpression' ? argument : null;
}

/** The name of a property that is written out; the empty text for one that is computed. */
function nameOf({ key, computed }: ESTree.ObjectProperty): string {
  if (key.type === 'Identifier') return computed ? '' : key.name;
  return key.type === 'Literal' ? String(key.value) : '';
}
