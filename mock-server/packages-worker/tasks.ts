import type { Handler } from './handle.ts';
import { buildHybridApkTask, buildWebClipTask } from './tasks/build-hybrid.ts';
import { inspectPackageTask } from './tasks/inspect-package.ts';
import { drawGenericIconTask, encodePictureTask, scalePictureTask } from './tasks/pictures.ts';
import { preparePackageTask } from './tasks/prepare-package.ts';
import { readConfigurationProfileTask } from './tasks/read-configuration-profile.ts';
import { readCredentialsTask } from './tasks/read-credentials.ts';
import { readPackageTask } from './tasks/read-package.ts';
import { readPushCertificateTask } from './tasks/read-push-certificate.ts';
import { signProfileTask } from './tasks/sign-profile.ts';

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
