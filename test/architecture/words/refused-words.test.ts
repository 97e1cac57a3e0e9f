import { posix } from 'node:path';
import { type ESTree, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { projectSources } from '../project.ts';
import { isCode, parse, type Sources } from '../syntax.ts';

/** Words that no name has, each with what says it in the field's terms. */
const refused = new Map(
  Object.entries({
    acting: 'requestContext, or the caller acting on an organization',
    anew: 'again, retry, reset',
    asked: 'requested, request, query',
    begun: 'started, created',
    coat: 'encryption',
    courier: 'bridge to the installer',
    footing: 'cursor',
    handed: 'passed on, inline',
    kept: 'cached, stored, retained',
    longest: 'max, with its unit',
    most: 'max',
    reseal: 'sign again',
    said: 'reported, stated',
    shortest: 'min, with its unit',
    tide: 'throttle',
    told: 'notified, reported, recorded',
    usual: 'default',
    wished: 'queued, requested',
  }),
);

/** Names that are fixed outside of the code. */
const exceptions = new Set([
  // A report of the documents, and a column in which a store's words are remembered.
  'mostPopularApps',
  'store_said',
  // Fields of records that browsers store, and of details that are stored as JSON.
  'said',
  'told',
]);

/** Columns have the names of the baseline, generated types those of messages. */
const elsewhere = /^mock-server\/migrations\/tables\/|\.d\.json\.ts$/;

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .split(/[\s_.-]+/)
    .map((word) => word.toLowerCase());

/** Names that a file declares: of functions, parameters, classes, types, constants, methods and properties of types. */
function declaredNames(path: string, text: string): string[] {
  const names: string[] = [];
  const add = (node: ESTree.Node | null | undefined) => {
    if (node?.type === 'Identifier' || node?.type === 'PrivateIdentifier') names.push(node.name);
  };
  /** The names that a pattern gives: not those of the properties that it reads. */
  const addAll = (pattern: ESTree.Node | null): void => {
    if (pattern?.type === 'AssignmentPattern') addAll(pattern.left);
    else if (pattern?.type === 'RestElement') addAll(pattern.argument);
    else if (pattern?.type === 'ArrayPattern') for (const element of pattern.elements) addAll(element);
    else if (pattern?.type === 'ObjectPattern') {
      for (const property of pattern.properties)
        addAll(property.type === 'Property' ? (property.shorthand ? null : property.value) : property);
    } else add(pattern);
  };
  const addParameters = (parameters: readonly ESTree.Node[]) => {
    for (const parameter of parameters) addAll(parameter);
  };
  new Visitor({
    VariableDeclarator: ({ id }) => addAll(id),
    FunctionDeclaration: ({ id, params }) => {
      add(id);
      addParameters(params);
    },
    FunctionExpression: ({ params }) => addParameters(params),
    ArrowFunctionExpression: ({ params }) => addParameters(params),
    ClassDeclaration: ({ id }) => add(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => add(id),
    MethodDefinition: ({ key }) => add(key),
    PropertyDefinition: ({ key }) => add(key),
    TSPropertySignature: ({ key }) => add(key),
    TSMethodSignature: ({ key }) => add(key),
  }).visit(parse(path, text).program);
  return names;
}

/** What the product names by a refused word, with what to say instead. */
function refusedNames(sources: Sources): string[] {
  const product = [...sources].filter(
    ([path]) => /^(contract|mock-server|src)\//.test(path) && isCode(path) && !elsewhere.test(path),
  );
  return product.flatMap(([path, text]) => {
    const file = posix.basename(path).replace(/\.\w+$/, '');
    return [file, ...declaredNames(path, text)].flatMap((name) => {
      const word = exceptions.has(name) ? undefined : wordsOf(name).find((part) => refused.has(part));
      return word === undefined ? [] : [`${path}: ${name}; say ${refused.get(word)}`];
    });
  });
}

describe('names', () => {
  it('of the product are in the terms of the field', () => {
    expect([...new Set(refusedNames(projectSources()))]).toEqual([]);
  });

  it.each([
    'const mostBytes = 1;',
    'function tellCourier() {}',
    'interface Answer { keptUntil: string }',
    'class KeptItems {}',
    'const send = (asked: number) => asked;',
    'const { state: kept } = row;',
  ])('such as in %s are refused', (text) => {
    expect(refusedNames(new Map([['src/planted.ts', text]]))).toHaveLength(1);
  });
});

/** Headings of documents that have a refused word. The pages of the interface speak of the documents' own names. */
const refusedHeadings = (sources: Sources): string[] =>
  [...sources]
    .filter(([path]) => /^docs\/(?!interface\/).*\.md$/.test(path))
    .flatMap(([path, text]) => text.match(/^#+ .*/gm)?.map((heading) => ({ path, heading })) ?? [])
    .filter(({ heading }) => !/^#+ [a-z]+(_[a-z]+)+$/.test(heading))
    .flatMap(({ path, heading }) => {
      // A term of the field.
      const word = wordsOf(heading.replace('at most once', '')).find((part) => refused.has(part));
      return word === undefined ? [] : [`${path}: ${heading}; say ${refused.get(word)}`];
    });

describe('headings of documents', () => {
  it('are in the terms of the field', () => {
    expect(refusedHeadings(projectSources())).toEqual([]);
  });

  it('are refused with another word', () => {
    expect(
      refusedHeadings(new Map([['docs/planted.md', '# Planted\n\n## What is kept, and told\n']])),
    ).toHaveLength(1);
  });
});
