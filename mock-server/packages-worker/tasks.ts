import type { Handler } from './handle.ts';
import { buildHybridApkTask, buildWebClipTask } from './tasks/build-hybrid.ts';
import { readConfigurationProfileTask, signProfileTask } from './tasks/configuration-profile.ts';
import { readCredentialsTask, readPushCertificateTask } from './tasks/credentials.ts';
import { inspectPackageTask } from './tasks/inspect-package.ts';
import { drawGenericIconTask, encodePictureTask, scalePictureTask } from './tasks/pictures.ts';
import { preparePackageTask } from './tasks/prepare-package.ts';
import { readPackageTask } from './tasks/read-package.ts';

/** Every task that a worker does. */
export const tasks: readonly Handler[] = [
  readPackageTask,
  inspectPackageTask,
  readConfigurationProfileTask,
  readCredentialsTask,
  readPushCertificateTask,
  preparePackageTask,
  signProfileTask,
  encodePictureTask,
  scalePictureTask,
  drawGenericIconTask,
  buildHybridApkTask,
  buildWebClipTask,
];
