import { type ESTree, Visitor } from 'vite';
import { parse, type Sources } from '../syntax.ts';

/** The name of a feature's file that contains SQL. */
const isStore = (path: string): boolean => /^mock-server\/features\/.*(\/|-)store\.ts$/.test(path);
/** Types that a store may not receive, because it would choose its transaction by itself. */
const engines = ['Platform', 'Database'];
/** The handles for reading and writing, one of which must be the first parameter. */
const isHandle = (type: string): boolean => type === 'Db' || type.endsWith('Tx');

/** Functions of stores that take engines, or take their handle behind something else, a line each (docs/architecture.md). */
export const storeViolations = (sources: Sources): string[] =>
  [...sources].filter(([path]) => isStore(path)).flatMap(([path, text]) => inStore(path, text));

function inStore(path: string, text: string): string[] {
  const found: string[] = [];
  const look = ({ params }: { params: readonly ESTree.ParamPattern[] }) => {
    const types = params.map(typeOf);
    for (const type of types)
      if (engines.includes(type)) found.push(`${path} takes a ${type}: hand it db or tx`);
    if (types.findIndex(isHandle) > 0) found.push(`${path} takes its ${types.find(isHandle)} not first`);
  };
  new Visitor({ FunctionDeclaration: look, ArrowFunctionExpression: look }).visit(parse(path, text).program);
  return found;
}

/** The name of a parameter's type; empty for one that has none, or is made of several. */
function typeOf(parameter: ESTree.ParamPattern): string {
  const type = 'typeAnnotation' in parameter ? parameter.typeAnnotation?.typeAnnotation : null;
  return type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : '';
}
