import { writeFile } from 'node:fs/promises';
import { operationsPage, operationsPath } from './operations-page.ts';

await writeFile(operationsPath, operationsPage());
