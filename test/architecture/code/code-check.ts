import { type ESTree, Visitor } from 'vite';
import { isCode, parse, type Sources } from '../syntax.ts';

/** Comments that silence the compiler, the linter or the formatter. */
const silencing = /@ts-(ignore|nocheck|expect-error)|\b(eslint|oxlint)-disable|biome-ignore/;
/** Functions of vitest that replace real objects or time. */
const replacing = [
  'mock',
  'doMock',
  'hoisted',
  'fn',
  'spyOn',
  'mocked',
  'mockObject',
  'stubGlobal',
  'stubEnv',
];
const suites = ['it', 'test', 'describe'];
const leavingOut = ['only', 'skip', 'todo', 'skipIf', 'runIf', 'fails'];
/** Paths outside of the checkout are missing for people who have only the checkout. */
const besideCheckout = ['..', 'shared'].join('/');

/** What these files must not contain, a line each. */
export function codeViolations(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => [
    ...(text.includes(besideCheckout) ? [`${path} mentions ${besideCheckout}`] : []),
    ...(isCode(path) ? inCode(path, text) : []),
  ]);
}

function inCode(path: string, text: string): string[] {
  const { program, comments } = parse(path, text);
  const found = comments
    .filter(({ value }) => silencing.test(value))
    .map(({ value }) => `silences an alarm: ${value.trim()}`);
  new Visitor({
    TSAnyKeyword: () => void found.push('uses any'),
    ObjectExpression: ({ properties }) => {
      if (properties.some(isTableOfAll)) found.push("draws unit: 'binary', not anyCharacter");
    },
    MemberExpression: (member) => {
      const name = memberName(member);
      if (name !== null) found.push(`uses ${name}`);
    },
  }).visit(program);
  return found.map((what) => `${path} ${what}`);
}

/** The unit of drawn texts for which fast-check makes a table of a million characters. */
const isTableOfAll = (property: ESTree.ObjectPropertyKind): boolean =>
  property.type === 'Property' &&
  property.key.type === 'Identifier' &&
  property.key.name === 'unit' &&
  property.value.type === 'Literal' &&
  property.value.value === 'binary';

/** `vi.fn`, `it.only`, `describe.each(…).skip` and the like, by name; null for any other call. */
function memberName({ object, property }: ESTree.MemberExpression): string | null {
  if (property.type !== 'Identifier') return null;
  const root = rootName(object);
  if (root === 'vi' && replacing.includes(property.name)) return `vi.${property.name}`;
  if (suites.includes(root) && leavingOut.includes(property.name)) return `${root}.${property.name}`;
  return null;
}

/** The name at the left end of a chain of members and calls. */
function rootName(expression: ESTree.Expression): string {
  if (expression.type === 'MemberExpression') return rootName(expression.object);
  if (expression.type === 'CallExpression') return rootName(expression.callee);
  return expression.type === 'Identifier' ? expression.name : '';
}
