import { Type } from 'typebox';
import { taskKind } from '../../platform/workers/task-kind.ts';

/** The file that the task writes: the analysis as JSON. */
export const analysisFile = 'analysis.json';
/** Most bytes of it, when every section is full. */
export const analysisBytes = 4 * 1024 * 1024;

/** Inspects an .apk or .ipa file. */
export const inspectPackageKind = taskKind({
  name: 'inspect-package',
  files: ['package'],
  input: Type.Object({}),
  output: Type.Object({}),
  // The largest packages are read as a whole.
  seconds: 120,
  isLong: true,
});
