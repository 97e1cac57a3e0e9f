import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { reportsPage, reportsPath } from './reports-page.ts';

test('docs/reports.md has every column; node test/contract/write-reports-page.ts writes it', async () => {
  const page = await readFile(reportsPath, 'utf8');
  expect(page).toBe(reportsPage(page));
});
