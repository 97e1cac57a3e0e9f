import { handle } from '../handle.ts';
import { readPushCertificateKind } from '../kinds/read-push-certificate.ts';

export const readPushCertificateTask = handle(readPushCertificateKind, async ({ input }) => {
  // Loaded when needed: most workers never open a push certificate.
  const { openPushCertificate } = await import('../../app-packages/credentials/open-push-certificate.ts');
  return openPushCertificate(Buffer.from(input.p12, 'base64'), input.password);
});
