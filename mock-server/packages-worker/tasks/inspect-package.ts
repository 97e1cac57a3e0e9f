import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectPackage } from '../../app-packages/inspection/inspect-package.ts';
import { bindHandler } from '../handle.ts';
import { analysisFile, inspectPackageKind } from '../kinds/inspect-package.ts';

export const inspectPackageTask = bindHandler(inspectPackageKind, async ({ files, out }) => {
  await writeFile(join(out, analysisFile), JSON.stringify(await inspectPackage(files.package)));
  return {};
});
