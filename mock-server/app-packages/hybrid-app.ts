import { type Static, Type } from 'typebox';

/** What a hybrid application is built from; document 2, Hybrid object. */
export const HybridApp = Type.Object({
  /** Package name or payload identifier. */
  identifier: Type.String(),
  name: Type.String(),
  /** An https or http address as the URL parser writes it. */
  address: Type.String(),
  /** The version for people. */
  version: Type.String(),
  /** The version for machines, which rises with each build. */
  build: Type.Integer({ minimum: 1 }),
  showsNavbar: Type.Boolean(),
  allowsTabs: Type.Boolean(),
  opensFiles: Type.Boolean(),
});
export type HybridApp = Static<typeof HybridApp>;
