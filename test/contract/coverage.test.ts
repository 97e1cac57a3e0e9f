import { expect, test } from 'vitest';
import { operations } from '../../contract/operations.ts';
import { documentedOperations } from './documented-operations.ts';

/** Areas whose operations come with later work: signing, policies, inspections, notifications, reports, feeds. */
const later = new Set(['credentials', 'policies', 'inspections', 'notifications', 'reports', 'feeds']);

/** `<application>`, `<int:slot>` and `:application` are one thing; a last slash makes no difference. */
const shape = (method: string, path: string) =>
  `${method} ${path.replace(/<(?:int:)?\w+>|:\w+/g, '*').replace(/\/$/, '')}`;

const declared = new Map(operations.map((operation) => [shape(operation.method, operation.path), operation]));

test('the documents name 112 operations', () => {
  expect(documentedOperations).toHaveLength(112);
});

for (const [area, method, path, context, document] of documentedOperations) {
  const name = `document ${document}, ${area}: ${method} ${path}`;
  if (later.has(area)) {
    test(`${name} is not there yet`, () => expect(declared.has(shape(method, path))).toBe(false));
  } else {
    test(`${name} is declared, for ${context}`, () => {
      expect(declared.get(shape(method, path))?.context).toBe(context);
    });
  }
}

test('every operation has a name of its own', () => {
  const names = operations.map((operation) => operation.name);
  expect(new Set(names).size).toBe(names.length);
});
