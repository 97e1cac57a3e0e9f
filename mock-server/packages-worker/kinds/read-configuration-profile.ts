import { Type } from 'typebox';
import { ConfigurationProfile } from '../../app-packages/ios/configuration-profile-info.ts';
import { taskKind } from '../../platform/workers/task-kind.ts';

/** Reads a .mobileconfig file. */
export const readConfigurationProfileKind = taskKind({
  name: 'read-configuration-profile',
  files: ['profile'],
  input: Type.Object({}),
  output: ConfigurationProfile,
  seconds: 20,
});
