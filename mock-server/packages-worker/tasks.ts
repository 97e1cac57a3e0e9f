import type { Handler } from './handle.ts';
import { buildHybridApkTask, buildWebClipTask } from './tasks/build-hybrid.ts';
import { drawGenericIconTask, encodePictureTask, scalePictureTask } from './tasks/pictures.ts';
import { readConfigurationProfileTask } from './tasks/read-configuration-profile.ts';
import { readPackageTask } from './tasks/read-package.ts';

/** Every task that a worker does. */
export const tasks: readonly Handler[] = [
  readPackageTask,
  readConfigurationProfileTask,
  encodePictureTask,
  scalePictureTask,
  drawGenericIconTask,
  buildHybridApkTask,
  buildWebClipTask,
];
