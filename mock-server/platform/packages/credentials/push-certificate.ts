import { type Static, Type } from 'typebox';

/** A certificate for Apple's push service, opened. It exists only in the database, encrypted, and while something is sent. */
export const PushCertificate = Type.Object({
  /** The certificate and those that vouch for it, as PEM. */
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
