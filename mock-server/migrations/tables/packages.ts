import type { Flag, Json, Moment } from './columns.ts';
import type { PersonalTables } from './personal.ts';

/** The tables of this file, by name. */
export interface PackagesTables {
  credentials: CredentialsTable;
  preparations: PreparationTable;
  policy_presets: PolicyPresetTable;
  application_policies: ApplicationPolicyTable;
  policy_events: PolicyEventTable;
  inspections: InspectionTable;
}

/** Those of them whose rows are about a person. */
export const personalPackagesTables = {
  credentials: { by: 'created_by', key: ['id'], columns: ['id', 'description', 'created'] },
  policy_events: {
    byName: true,
    by: 'user',
    key: ['application', 'id'],
    columns: ['application', 'kind', 'at', 'version', 'device', 'details', 'received'],
  },
} satisfies PersonalTables<PackagesTables>;

/** Signing credentials: a certificate with its private key, for iOS also provisioning profiles. */
interface CredentialsTable {
  org_id: string;
  id: string;
  description: string;
  /** 1 iOS, 2 Android. */
  platform: number;
  /** Until when the certificate is valid. */
  expires: Moment;
  identity: string;
  /** Encrypted: the PKCS#12 file and the profiles. */
  sealed: string;
  /** Encrypted: the password of the file; null when it was not stored. */
  sealed_password: string | null;
  /** What is known about the credentials; nothing in it is secret. */
  metadata: Json;
  created_by: string;
  created: Moment;
  /** When administrators were told that it expires; null before. */
  told: Moment | null;
  /** The earliest end of those of its profiles of which nobody was told yet; null where there is none. */
  profiles_end: Moment | null;
}

/**
 * What the delivered file of a version is to be made of, besides the uploaded one: the newest request for each version.
 */
interface PreparationTable {
  org_id: string;
  version: string;
  application: string;
  /** Changes with every request: a job for an older one writes nothing. */
  request: string;
  /** The credentials for signing; null: no signature. */
  credentials: string | null;
  /** JSON of the files to add. */
  additions: Json;
  /** Whether the file was made, or could not be. */
  state: 'waiting' | 'done' | 'failed' | 'cancelled';
  /** Whether the uploaded file is signed, and the details of its signature. */
  uploaded_status: number;
  uploaded_details: string | null;
  /** Whether the uploaded file can't be installed before it is signed. */
  uploaded_withheld: Flag;
  requested: Moment;
  /** The user who requested the signature; null where nobody did. */
  requested_by: string | null;
}

/** A configuration of a policy, kept for applying it to applications. */
interface PolicyPresetTable {
  org_id: string;
  id: string;
  policy: string;
  name: string | null;
  auth_required: Flag;
  enabled_by_default: Flag;
  /** JSON of the option values. */
  configuration: Json | null;
  created: Moment;
}

/** The policies of an application. */
interface ApplicationPolicyTable {
  org_id: string;
  application: string;
  /** Identifies the application in its token; a new one after the policies were removed. */
  id: string;
  /** The version that they were applied to. */
  version: string;
  /** JSON of what was applied, as the interface shows it. */
  configurations: Json;
  /** JSON of the policies of the version before, when these were applied. */
  previous_configurations: Json;
  /** JSON of the document that the package of that version contains; null when it needs none. */
  document: Json | null;
  changed: Moment;
}

/** What applications reported; rows are only added. */
interface PolicyEventTable {
  org_id: string;
  application: string;
  /** Made by the application: the same at every attempt. */
  id: string;
  kind: 'usage' | 'crash' | 'sign_in' | 'policy_read';
  /** When it happened, by the device's clock. */
  at: Moment;
  version: string | null;
  device: string | null;
  user: string | null;
  /** JSON of the further fields of its kind. */
  details: Json;
  received: Moment;
  /** The position in the journal `usage`; null for other kinds. */
  position: number | null;
}

/** The inspection of a version: the running one, and the result of the last one. */
interface InspectionTable {
  org_id: string;
  version: string;
  psk: number;
  /** Identifies the unfinished inspection; null when there is none. */
  run: string | null;
  /** Which file was inspected (SHA-256), and the number of the engine that did; null before the first report. */
  engine: number | null;
  sha256: string | null;
  /** When the last inspection ended, with a report or without; null before the first. */
  finished: Moment | null;
  /** When the inspection that made the report ended. */
  verified: Moment | null;
  /** The analysis, and what of it concerns people. */
  report: Json | null;
  privacy: Json | null;
  /** Why the last inspection failed, as a sentence; null when it did not. */
  problem: string | null;
}
