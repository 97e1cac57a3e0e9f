import { type Static, Type } from 'typebox';

/** Bytes in base64. */
const Base64 = Type.String();

/**
 * Key and certificate for signing, as they were uploaded. They exist only in the database, encrypted, and in the task
 * of a worker process.
 */
export const SigningMaterial = Type.Object({
  p12: Base64,
  /** Empty when the file has none. */
  password: Type.String(),
  /** iOS only. */
  profiles: Type.Array(Base64),
});
export type SigningMaterial = Static<typeof SigningMaterial>;

const Text = Type.Union([Type.Null(), Type.String({ maxLength: 500 })]);

/** What a provisioning profile says about itself. */
export const ProfileFacts = Type.Object({
  name: Text,
  team: Text,
  /** A `*` at its end stands for any ending. */
  applicationId: Type.String({ maxLength: 500 }),
  distribution: Type.Enum(['development', 'ad_hoc', 'enterprise', 'store']),
  expires: Type.String(),
  devices: Type.Integer({ minimum: 0 }),
});
export type ProfileFacts = Static<typeof ProfileFacts>;

/** What signing credentials say about themselves; nothing in it is secret. */
export const CredentialsFacts = Type.Object({
  /** The name in the certificate. */
  identity: Type.String({ maxLength: 500 }),
  sha256: Type.String(),
  expires: Type.String(),
  /** For example `RSA 2048`. */
  key: Type.String({ maxLength: 50 }),
  isProtected: Type.Boolean(),
  profiles: Type.Array(ProfileFacts),
});
export type CredentialsFacts = Static<typeof CredentialsFacts>;
