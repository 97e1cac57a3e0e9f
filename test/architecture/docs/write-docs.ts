import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectSources, root } from '../project.ts';
import { withWritten, writtenParts } from './written-docs.ts';

const sources = projectSources();
for (const { page, name, write } of writtenParts) {
  const path = join(root, page);
  await writeFile(path, withWritten(await readFile(path, 'utf8'), name, write(sources)));
}
