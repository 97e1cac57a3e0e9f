import { readFile, writeFile } from 'node:fs/promises';
import { reportsPage, reportsPath } from './reports-page.ts';

await writeFile(reportsPath, reportsPage(await readFile(reportsPath, 'utf8')));
