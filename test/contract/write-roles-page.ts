import { writeFile } from 'node:fs/promises';
import { rolesPage, rolesPath } from './roles-page.ts';

await writeFile(rolesPath, rolesPage());
