import { Type } from 'typebox';
import { CredentialsFacts, SigningMaterial } from '../../app-packages/credentials/signing-material.ts';
import { taskKind } from '../../platform/workers/task-kind.ts';

/** Opens signing credentials and checks them. */
export const readCredentialsKind = taskKind({
  name: 'read-credentials',
  files: [],
  input: Type.Object({ platform: Type.Enum(['ios', 'android']), material: SigningMaterial }),
  output: CredentialsFacts,
  seconds: 30,
});
