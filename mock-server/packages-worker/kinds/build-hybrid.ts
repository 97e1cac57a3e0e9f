import { HybridApp } from '../../app-packages/hybrid-app.ts';
import { ConfigurationProfile, PackageFacts } from '../../app-packages/package-info.ts';
import { taskKind } from '../../platform/workers/task-kind.ts';

/** The file that these tasks write. */
export const hybridFile = 'hybrid';

/** Builds the Android package of a hybrid application, with a picture that the service stores as its icon. */
export const buildHybridApkKind = taskKind({
  name: 'build-hybrid-apk',
  files: ['icon'],
  input: HybridApp,
  /** What the package says about itself, read as for an upload. */
  output: PackageFacts,
  seconds: 30,
});

/** Builds the configuration profile of a hybrid application for iOS, in the same way. */
export const buildWebClipKind = taskKind({
  name: 'build-web-clip',
  files: ['icon'],
  input: HybridApp,
  output: ConfigurationProfile,
  seconds: 30,
});
