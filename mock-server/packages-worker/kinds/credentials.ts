import { Type } from 'typebox';
import { PushCertificate } from '../../app-packages/credentials/push-certificate.ts';
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

/** Opens a certificate for Apple's push service and checks it; `p12` is base64. */
export const readPushCertificateKind = taskKind({
  name: 'read-push-certificate',
  files: [],
  input: Type.Object({ p12: Type.String(), password: Type.String() }),
  output: PushCertificate,
  seconds: 30,
});
