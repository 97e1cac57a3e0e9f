import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectSources, root } from '../project.ts';
import { messageTypes } from './message-types.ts';

for (const [path, declaration] of messageTypes(projectSources()))
  await writeFile(join(root, path), declaration);
