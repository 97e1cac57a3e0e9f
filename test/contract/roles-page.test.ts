import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { operations } from '../../contract/operations.ts';
import { table } from '../conformance/roles/table.ts';
import { rolesPage, rolesPath } from './roles-page.ts';

test('docs/roles.md says what the operations declare; node test/contract/write-roles-page.ts writes it', async () => {
  const written = await readFile(rolesPath, 'utf8');
  expect(written).toBe(rolesPage());
});

test.each(table)(
  '$operation is narrowed as the table written by hand says',
  ({ operation: name, within }) => {
    const declared = operations.find((operation) => operation.name === name)?.within ?? [];
    expect([...declared].sort()).toEqual([...within].sort());
  },
);

test('an operation of our own says why it is there', () => {
  const ours = operations.filter(({ source }) => source.startsWith('ours'));
  expect(ours.filter(({ source }) => !/^ours: \S/.test(source)).map(({ name }) => name)).toEqual([]);
});
