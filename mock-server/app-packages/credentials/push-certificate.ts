import { type Static, Type } from 'typebox';

/**
 * An opened certificate for Apple's push service. It exists only in the database, encrypted, and in memory while
 * something is sent.
 */
export const PushCertificate = Type.Object({
  /** The certificate and those of its issuers, as PEM. */
  certificate: Type.String(),
  /** PKCS #8, as PEM. */
  key: Type.String(),
  /** The application that it is for. */
  bundleId: Type.String(),
  expires: Type.String(),
  /** Whether it is for apps that run on developers' devices only. */
  sandbox: Type.Boolean(),
});
export type PushCertificate = Static<typeof PushCertificate>;
