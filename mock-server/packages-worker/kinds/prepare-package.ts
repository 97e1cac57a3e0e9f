import { Type } from 'typebox';
import { SigningMaterial } from '../../app-packages/credentials/signing-material.ts';
import { PackageFacts } from '../../app-packages/package-info.ts';
import { taskKind } from '../../platform/workers/task-kind.ts';

/** The file that the task writes. */
export const preparedFile = 'package';

/** A file to add to a package, such as a policy's document; one with the same path is replaced. */
export const Addition = Type.Object({
  path: Type.String({ minLength: 1, maxLength: 200 }),
  content: Type.String({ maxLength: 64 * 1024 }),
});

/** Makes the file that devices get from the uploaded one: with additions, and signed or not. */
export const preparePackageKind = taskKind({
  name: 'prepare-package',
  files: ['package'],
  input: Type.Object({
    platform: Type.Enum(['ios', 'android']),
    additions: Type.Array(Addition, { maxItems: 10 }),
    /** Null: no signature. */
    material: Type.Union([Type.Null(), SigningMaterial]),
  }),
  output: Type.Object({
    /** What the new file says about itself, read as for an upload. */
    facts: PackageFacts,
    /** Until when the certificate or profile is valid; null when the file is not signed. */
    expires: Type.Union([Type.Null(), Type.String()]),
    /** The provisioning profile that ends at that moment; null when it is the certificate. */
    profileThatEnds: Type.Union([Type.Null(), Type.String()]),
    /** What the new signature could not preserve of the old one. */
    notes: Type.Array(Type.Enum(['rotation_dropped', 'source_stamp_dropped', 'entitlements_dropped'])),
  }),
  // The largest packages are read twice and written twice.
  seconds: 200,
  isLong: true,
});
