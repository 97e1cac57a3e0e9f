import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { housePicture, picturePage, withPicture } from './house-picture.ts';
import { projectSources, root } from './project.ts';

const path = join(root, picturePage);
await writeFile(path, withPicture(await readFile(path, 'utf8'), housePicture(projectSources())));
