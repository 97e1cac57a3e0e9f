import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { documentedOperations } from './documented-operations.ts';
import { operationsPage, operationsPath } from './operations-page.ts';

const page = 'docs/interface/operations.md';

test(`${page} says what is documented; node test/contract/write-operations-page.ts writes it`, async () => {
  expect(await readFile(operationsPath, 'utf8')).toBe(operationsPage());
});

test(`${page} has every documented operation`, () => {
  const rows = operationsPage().match(/^\| `.*$/gm);
  expect(rows).toHaveLength(documentedOperations.length);
});
