import type { Handler } from './handle.ts';
import { inspectPackageTask } from './tasks/inspect-package.ts';
import { drawGenericIconTask, encodePictureTask, scalePictureTask } from './tasks/pictures.ts';
import { readConfigurationProfileTask } from './tasks/read-configuration-profile.ts';
import { readPackageTask } from './tasks/read-package.ts';

/** Every task that a worker does. */
export const tasks: readonly Handler[] = [
  readPackageTask,
  inspectPackageTask,
  readConfigurationProfileTask,
  encodePictureTask,
  scalePictureTask,
  drawGenericIconTask,
];
