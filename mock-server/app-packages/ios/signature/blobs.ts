/** The parts of a code signature (cs_blobs.h of the system's sources). All numbers are big-endian. */
export const magic = {
  requirement: 0xfade0c00,
  requirements: 0xfade0c01,
  codeDirectory: 0xfade0c02,
  superBlob: 0xfade0cc0,
  entitlements: 0xfade7171,
  derEntitlements: 0xfade7172,
  cms: 0xfade0b01,
} as const;

/** The slots of the parts in the superblob; of the first ones the code directory also has special hashes. */
export const slot = {
  codeDirectory: 0,
  infoPlist: 1,
  requirements: 2,
  codeResources: 3,
  entitlements: 5,
  derEntitlements: 7,
  alternateDirectories: 0x1000,
  cms: 0x10000,
} as const;

/** CMS attributes with the hashes of all code directories: as a property list, and in DER with their algorithms. */
export const cdHashAttributes = {
  plist: '1.2.840.113635.100.9.1',
  der: '1.2.840.113635.100.9.2',
} as const;

/** Length in bytes of a code directory's hash where it identifies the code. */
export const cdHashBytes = 20;
