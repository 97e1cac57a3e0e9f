import { Type } from 'typebox';
import { PackageFacts } from '../../app-packages/package-info.ts';
import { taskKind } from '../../platform/workers/task-kind.ts';

/** The file that the task writes when the package has an icon: a PNG as the service stores them. */
export const iconFile = 'icon.png';
/** Most bytes of it: 512 × 512 pixels without any repetition. */
export const iconBytes = 1_200_000;

/** Reads an .apk or .ipa file. */
export const readPackageKind = taskKind({
  name: 'read-package',
  files: ['package'],
  input: Type.Object({ fileName: Type.String() }),
  output: Type.Object({ facts: PackageFacts, hasIcon: Type.Boolean() }),
  // The largest packages are read as a whole, to verify their signatures.
  seconds: 120,
});
