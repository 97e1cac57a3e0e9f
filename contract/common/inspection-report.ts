import { type Static, Type } from 'typebox';
import { nullable, output } from './fields.ts';

/** Where a finding is: a file of the package, and more detail as far as the kind of file allows. */
export const Place = output({
  file: Type.String(),
  /** The class, as sources write it; null outside of code. */
  class: nullable(Type.String()),
  method: nullable(Type.String()),
  /** Bytes from the beginning of the unpacked file. */
  offset: nullable(Type.Integer({ minimum: 0 })),
});
export type Place = Static<typeof Place>;

/** A company's code or server that was recognized, and by what. */
const Service = output({
  name: Type.String(),
  kind: Type.Enum(['ads', 'analytics', 'attribution', 'crashes', 'messages', 'cloud']),
  /** The class prefix, framework or host that was found. */
  matched: Type.String(),
  seen: Type.Enum(['code', 'framework', 'address']),
  place: Place,
});
export type Service = Static<typeof Service>;

const Operation = output({
  /** The requested operation, `AES/CBC/PKCS5Padding`; empty when only the function is known. */
  operation: Type.String(),
  function: Type.String(),
  /** Why it is not enough today; null when no weakness is known. */
  weakness: nullable(Type.String()),
  place: Place,
});
export type Operation = Static<typeof Operation>;

const HardcodedBytes = output({
  /** The algorithm that the key is for; null when it is not a constant, and for IVs. */
  algorithm: nullable(Type.String()),
  bytes: Type.Integer({ minimum: 0 }),
  /** SHA-256 of the value; the value itself is not in the report. */
  sha256: Type.String(),
  place: Place,
});
export type HardcodedBytes = Static<typeof HardcodedBytes>;

const FileAccess = output({
  filepath: Type.String(),
  mode: Type.Enum(['read', 'write', 'append', 'unknown']),
  place: Place,
});
export type FileAccess = Static<typeof FileAccess>;

const Connection = output({
  host: Type.String(),
  scheme: Type.String(),
  encrypted: Type.Boolean(),
  /** `call`: given to a function that connects; `text`: an address among the texts of the app. */
  seen: Type.Enum(['call', 'text']),
  place: Place,
});
export type Connection = Static<typeof Connection>;

/** What permissions give access to, in groups that people understand. */
export const permissionGroups = [
  'location',
  'camera',
  'microphone',
  'photos_and_files',
  'contacts',
  'calendar',
  'phone',
  'messages',
  'health',
  'motion',
  'nearby_devices',
  'network',
  'notifications',
  'accounts',
  'tracking',
  'other_apps',
  'device_control',
  'other',
] as const;
export const PermissionGroup = Type.Enum(permissionGroups);
export type PermissionGroup = Static<typeof PermissionGroup>;

const Permission = output({
  name: Type.String(),
  group: PermissionGroup,
  means: Type.String(),
  /** The system asks the person before the app gets it. */
  asked: Type.Boolean(),
  place: Place,
});
export type Permission = Static<typeof Permission>;

const Component = output({
  kind: Type.Enum(['activity', 'service', 'receiver', 'provider']),
  name: Type.String(),
  /** The permission that another app needs to reach it; null: any app may. */
  permission: nullable(Type.String()),
  place: Place,
});
export type Component = Static<typeof Component>;

/** A setting of the package that makes the app less safe, or a protective setting that is missing. */
const Setting = output({
  setting: Type.Enum([
    'debuggable',
    'allow_backup',
    'cleartext_traffic',
    'user_certificates',
    'ats_exception',
    'executable_stack',
  ]),
  /** For which domain; null: for all. */
  domain: nullable(Type.String()),
  means: Type.String(),
  place: Place,
});
export type Setting = Static<typeof Setting>;

const UsageDescription = output({ key: Type.String(), text: Type.String(), place: Place });
export type UsageDescription = Static<typeof UsageDescription>;

const NativeLibrary = output({
  /** Processor, as its own header says. */
  processor: Type.String(),
  nx: Type.Boolean(),
  pie: Type.Boolean(),
  canary: Type.Boolean(),
  /** Null on iOS, where it does not exist. */
  relro: nullable(Type.Enum(['none', 'partial', 'full'])),
  stripped: Type.Boolean(),
  place: Place,
});
export type NativeLibrary = Static<typeof NativeLibrary>;

const CertificateFound = output({
  subject: Type.String(),
  sha256: Type.String(),
  valid_from: Type.String(),
  valid_until: Type.String(),
});

const Vulnerability = output({
  id: Type.String(),
  fixed_in: Type.String(),
  source: Type.String(),
});

const BundledLibrary = output({
  name: Type.String(),
  version: Type.String(),
  vulnerabilities: Type.Array(Vulnerability),
  place: Place,
});
export type BundledLibrary = Static<typeof BundledLibrary>;

const Program = output({
  file: Type.String(),
  kind: Type.Enum(['dex', 'mach-o']),
  /** Counts of its tables; for a Mach-O file: texts and names of Objective-C classes, no methods. */
  strings: Type.Integer({ minimum: 0 }),
  classes: Type.Integer({ minimum: 0 }),
  methods: Type.Integer({ minimum: 0 }),
});
export type Program = Static<typeof Program>;

/** What an inspection found; document 2, Inspections. Names with a space are the document's, or ours beside them. */
export const Analysis = output({
  'Ad Networks': Type.Array(Service),
  'Cloud Storage Services': Type.Array(Service),
  Constants: output({ URLs: Type.Array(output({ url: Type.String(), place: Place })) }),
  'Cryptographic Operations': Type.Array(Operation),
  'File Access': Type.Array(FileAccess),
  'Foreign Connections': Type.Array(Connection),
  'Hardcoded IVs': Type.Array(HardcodedBytes),
  'Hardcoded Keys': Type.Array(HardcodedBytes),
  'Hash Operations': Type.Array(Operation),
  'Libraries Used': output({
    'Dynamic Libraries': Type.Array(Type.String()),
    'System Frameworks': Type.Array(Type.String()),
  }),
  Trackers: Type.Array(Service),
  Permissions: Type.Array(Permission),
  'Exported Components': Type.Array(Component),
  Settings: Type.Array(Setting),
  'Usage Descriptions': Type.Array(UsageDescription),
  'Native Libraries': Type.Array(NativeLibrary),
  Certificates: Type.Array(CertificateFound),
  'Bundled Libraries': Type.Array(BundledLibrary),
  Programs: Type.Array(Program),
  /** Sections with more findings than a report lists, and files that were too large to inspect. */
  'Left Out': Type.Array(Type.String()),
});
export type Analysis = Static<typeof Analysis>;

/** The sections that are lists of findings. */
export type ListSection = {
  [K in keyof Analysis]: Analysis[K] extends readonly { place: Place }[] ? K : never;
}[keyof Analysis];
