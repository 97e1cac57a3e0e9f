import { expect, test } from 'vitest';
import { operations } from '../../contract/operations.ts';
import { documentedOperations, isThere, narrowed } from './documented-operations.ts';

/** Makes paths comparable: `<application>`, `<int:slot>` and `:application` are equal, with or without a last slash. */
const shape = (method: string, path: string) =>
  `${method} ${path.replace(/<(?:int:)?\w+>|:\w+/g, '*').replace(/\/$/, '')}`;

const declared = new Map(operations.map((operation) => [shape(operation.method, operation.path), operation]));

test('the documents name 112 operations', () => {
  expect(documentedOperations).toHaveLength(112);
});

const named = documentedOperations.map(([area, method, path, context, document]) => ({
  name: `document ${document}, ${area}: ${method} ${path}`,
  declared: declared.get(shape(method, path))?.context,
  context: isThere(area) ? (narrowed[`${method} ${path}`] ?? context) : undefined,
}));

test.each(named.filter(({ context }) => context !== undefined))(
  '$name is declared, for $context',
  (operation) => {
    expect(operation.declared).toBe(operation.context);
  },
);

test.each(named.filter(({ context }) => context === undefined))('$name is not there yet', (operation) => {
  expect(operation.declared).toBeUndefined();
});

test('every operation has a name of its own', () => {
  const names = operations.map((operation) => operation.name);
  expect(new Set(names).size).toBe(names.length);
});
