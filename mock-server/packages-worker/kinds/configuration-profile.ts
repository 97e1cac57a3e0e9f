import { Type } from 'typebox';
import { SigningMaterial } from '../../app-packages/credentials/signing-material.ts';
import { ConfigurationProfile } from '../../app-packages/package-info.ts';
import { taskKind } from '../../platform/workers/task-kind.ts';

/** Reads a .mobileconfig file. */
export const readConfigurationProfileKind = taskKind({
  name: 'read-configuration-profile',
  files: ['profile'],
  input: Type.Object({}),
  output: ConfigurationProfile,
  seconds: 20,
});

/** The file that the task writes. */
export const signedProfile = 'profile';

/** Signs a configuration profile, such as that of a web clip. */
export const signProfileKind = taskKind({
  name: 'sign-profile',
  files: ['profile'],
  input: Type.Object({ material: SigningMaterial }),
  /** Until when the certificate that signed it is valid. */
  output: Type.Object({ expires: Type.String() }),
  seconds: 30,
});
