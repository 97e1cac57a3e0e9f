import { bindHandler } from '../handle.ts';
import { readCredentialsKind, readPushCertificateKind } from '../kinds/credentials.ts';

export const readCredentialsTask = bindHandler(readCredentialsKind, async ({ input }) => {
  // Loaded when needed: most workers never open credentials.
  const { openCredentials } = await import('../../app-packages/credentials/open-credentials.ts');
  return openCredentials(input.material, input.platform).facts;
});

export const readPushCertificateTask = bindHandler(readPushCertificateKind, async ({ input }) => {
  // Loaded when needed: most workers never open a push certificate.
  const { openPushCertificate } = await import('../../app-packages/credentials/open-push-certificate.ts');
  return openPushCertificate(Buffer.from(input.p12, 'base64'), input.password);
});
