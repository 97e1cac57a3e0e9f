/** `node test/interop/write-shell.ts` assembles the shell of hybrid applications anew. It needs Debian's `smali`. */
import { writeFile } from 'node:fs/promises';
import { assembleShell, classesModule, classesPath } from './assemble-shell.ts';

await writeFile(classesPath, classesModule(await assembleShell()));
