import { Type } from 'typebox';
import { SigningMaterial } from '../../app-packages/credentials/signing-material.ts';
import { taskKind } from '../../platform/workers/task-kind.ts';

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
