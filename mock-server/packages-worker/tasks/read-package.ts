import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPackage } from '../../app-packages/read-package.ts';
import { bindHandler } from '../handle.ts';
import { iconFile, readPackageKind } from '../kinds/read-package.ts';
import { encode } from './encode.ts';

export const readPackageTask = bindHandler(readPackageKind, async ({ input, files, out }) => {
  const { icon, ...facts } = await readPackage(files.package, { fileName: input.fileName });
  const png = icon === null ? null : await encode('icon', icon);
  if (png !== null) await writeFile(join(out, iconFile), png);
  return { facts, hasIcon: png !== null };
});
