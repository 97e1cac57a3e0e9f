import { type Static, Type } from 'typebox';

/** An iOS configuration profile (.mobileconfig), as far as it may be shown. */
export const ConfigurationProfile = Type.Object({
  /** `PayloadIdentifier`. */
  identifier: Type.String(),
  name: Type.Union([Type.Null(), Type.String()]),
  /** Whether it has a signature, which is not verified. */
  signed: Type.Boolean(),
});
export type ConfigurationProfile = Static<typeof ConfigurationProfile>;
