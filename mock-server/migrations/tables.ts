import type { Generated } from 'kysely';

/**
 * Every table as the migrations leave it. Conventions:
 * - the first part of each key is the organization (`org_id`), so that data can be spread by organization later;
 * - `id` is an opaque string that sorts by time of making, `psk` the number that v1 resources use, counted per organization;
 * - moments are UTC in ISO 8601 with milliseconds (`…Z`) and sort as text; no end date is null;
 * - flags are 0 or 1; JSON is text, read and written by the feature that owns the column.
 */
export type Flag = 0 | 1;
type Moment = string;
type Json = string;

interface OrganizationTable {
  id: string;
  psk: number;
  parent_id: string | null;
  name: string;
  vanity_subdomain: string;
  settings: Json;
  push_cert: string | null;
  /** Grows with every change that any catalog of the organization could show. */
  catalog_revision: number;
  created: Moment;
}

export interface ActivityRevisionTable {
  org_id: string;
  /** Grows with every change of the counts that catalogs show: downloads, likes. No row: none was made yet. */
  revision: number;
}

/** Next number of each psk sequence. */
interface CounterTable {
  org_id: string;
  name: string;
  value: number;
}

interface UserTable {
  org_id: string;
  id: string;
  psk: number;
  user_id: string;
  email: string | null;
  first_name: string;
  last_name: string;
  /** The names in lower case: what lists search and sort by. */
  user_id_folded: string;
  email_folded: string | null;
  first_name_folded: string;
  last_name_folded: string;
  mobile_phone: string | null;
  role: 1 | 5 | 6 | 7 | 8 | 9;
  password_hash: string;
  /** JSON list of earlier hashes, newest first. */
  password_history: Json;
  password_changed: Moment;
  /** Somebody else set the password, and its person has signed in with it or not; null: it is their own, or older than this column. */
  first_password: 'unused' | 'used' | null;
  created: Moment;
  modified: Moment;
  until: Moment | null;
  disabled: Flag;
  disabled_reason: number | null;
  /** When the user was disabled, or locked out for the last time; null: never, or before this was recorded. */
  disabled_on: Moment | null;
  status: 'enabled' | 'invited';
  last_login_from_catalog: Moment | null;
  custom_metadata: Json | null;
  locked_until: Moment | null;
  deleted: Moment | null;
  /** When everything personal in this row was overwritten. */
  erased: Moment | null;
  /** Grows with every change of what this user's catalogs show: groups, likes, downloads, inventory. */
  revision: number;
}

/**
 * Login names and e-mail addresses, unique over all organizations; keys are in lower case. `deleted_user_id` remembers the
 * last owner of a login name, so that sign-in can say that the account was deleted.
 */
interface DirectoryTable {
  kind: 'user_id' | 'email' | 'deleted_user_id';
  key: string;
  org_id: string;
  user: string;
}

/** What was tried at an account (from one known place, or from all others), a name that nobody has, or an address. */
interface AttemptTable {
  key: string;
  /** Attempts that were begun and have not ended yet; they count as failures until they do. */
  running: number;
  failures: number;
  /** When the failures are forgotten; null: not by time. */
  ends: Moment | null;
  last: Moment;
}

/** A network or device, as a hash, from which a person signed in. */
interface SignInPlaceTable {
  org_id: string;
  user: string;
  place: string;
  last: Moment;
}

interface TokenTable {
  org_id: string;
  /** SHA-256 of the secret, hexadecimal: a token has 256 random bits, so a fast hash is enough. */
  hash: string;
  id: string;
  kind: 'api' | 'user' | 'catalog';
  user: string;
  device: string | null;
  last_four: string;
  created: Moment;
  prune: Moment | null;
  /** Until when a session must be used to go on; null: it need not be. */
  idle_ends: Moment | null;
  /** What its owner calls it. */
  name: string | null;
  last_used: Moment | null;
  /** From where it was begun. */
  address: string | null;
  agent: string | null;
  /** JSON of what an API token is limited to; null: whatever its user may do. */
  scopes: Json | null;
}

/** What an organization demands of passwords, sessions and API tokens; without a row, what the documents do. */
interface SecuritySettingsTable {
  org_id: string;
  level: 'documented' | 'strict';
  /** JSON of the settings that differ from those of the level. */
  chosen: Json;
}

/** Why a session ended before its time; only whoever has its token can ask. */
interface EndedSessionTable {
  org_id: string;
  /** The hash of its token. */
  hash: string;
  /** One of the contract's `sessionEnds`. */
  reason: string;
  /** When it would have ended by itself. */
  until: Moment;
}

interface GroupTable {
  org_id: string;
  id: string;
  psk: number;
  name: string;
  description: string;
  is_default: Flag;
  created: Moment;
}

interface GroupUserTable {
  org_id: string;
  group: string;
  user: string;
  created: Moment;
}

interface GroupApplicationTable {
  org_id: string;
  group: string;
  application: string;
  is_mandatory: Flag;
  /** 1: always the latest version; 0: the versions named in `group_versions`. */
  is_latest: Flag;
  created: Moment;
}

interface GroupVersionTable {
  org_id: string;
  group: string;
  application: string;
  version: string;
}

interface ApplicationTable {
  org_id: string;
  id: string;
  psk: number;
  type: number;
  bundle_id: string | null;
  url: string | null;
  url_scheme: string | null;
  enabled: Flag;
  is_adhoc: Flag;
  is_app_catalog: Flag;
  /** JSON of the hybrid object, null for every other kind. */
  hybrid: Json | null;
  push_enabled: Flag;
  no_auth_delivery_enabled: Flag;
  add_to_start: Flag;
  operating_system: number;
  /** As detected; `form_factor_override` (JSON list) wins when it is not empty. */
  form_factor: number;
  form_factor_override: Json;
  reviews_enabled: Flag;
  sort_weight: number;
  /** SHA-256 of the banner image. */
  banner: string | null;
  custom_metadata: Json | null;
  latest_version: string | null;
  /** The moments between which its access policy offers it; null: no limit on that side. */
  access_start: Moment | null;
  access_end: Moment | null;
  num_downloads: number;
  num_likes: number;
  num_dislikes: number;
  /** The organization's revision of `activity_revisions` at the last change of these counts. */
  counts_revision: number;
  created_by: string;
  created: Moment;
  modified: Moment;
}

interface VersionTable {
  org_id: string;
  id: string;
  psk: number;
  application: string;
  /** 1, 2, 3 … in order of publishing. */
  ordinal: number;
  version_num: string;
  /** The build as the package says it: versionCode or CFBundleVersion. */
  binary_version: string | null;
  /** The version as the package says it, whatever `version_num` was set to; null without a package that says one. */
  package_version: string | null;
  app_name: string;
  version_note: string;
  author: string;
  short_description: string;
  long_description: string;
  /** SHA-256 of the icon image. */
  icon: string | null;
  custom_metadata: Json | null;
  min_os_version: string | null;
  form_factor: number;
  release_date: Moment;
  required: Flag;
  required_by: Moment | null;
  notify_users: Flag;
  sign_status: number;
  /** 1: no device can update to it from the version before, because another key signed that. */
  other_certificate: Flag;
  sign_status_details: string | null;
  wrap_status: number;
  inspection_status: number;
  /** The file that devices get: the uploaded one, or one that was made of it. */
  install_file: string | null;
  /** 1: it waits for its first signature, so nobody is offered it; until then people get the newest version that does not. */
  withheld: Flag;
  /** JSON of what a public store, or a default, last wrote into this row; null unless the application is in a public store. */
  store_said: Json | null;
}

interface InstallFileTable {
  org_id: string;
  id: string;
  application: string;
  version: string;
  /** `upload`: as it was uploaded; `sign` and `wrap`: made of that, with a signature, or with additions only. */
  action: 'upload' | 'sign' | 'wrap';
  /** SHA-256 of the file: its name in the blob store. */
  sha256: string;
  size: number;
  mime: string;
  file_name: string;
  created: Moment;
  expires: Moment | null;
  sign_credentials_id: string | null;
  vendor_wrapper_version: string | null;
  inspection_id: string | null;
  binary_metadata: Json | null;
  /** JSON of who signed the file; null when nobody did, or it is not known. */
  signer: Json | null;
  /** When another file took its place; the sweep removes it some hours later. Null while it is in use, and of uploaded files. */
  replaced: Moment | null;
}

/** What packages are signed with: a certificate with its private key, for iOS also provisioning profiles. */
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
  /** Encrypted: the password of the file; null when it was not to be stored. */
  sealed_password: string | null;
  /** What was read of it; nothing in it is secret. */
  metadata: Json;
  created_by: string;
  created: Moment;
  /** When administrators were told that it expires; null before. */
  told: Moment | null;
  /** When the first of its profiles ends of which nobody was told; null where there is none. */
  profiles_end: Moment | null;
}

/** What the delivered file of a version is to be made of, beside the uploaded one: the newest request for each version. */
interface PreparationTable {
  org_id: string;
  version: string;
  application: string;
  /** Changes with every request: what works for an older one writes nothing. */
  request: string;
  /** With what it is signed; null: not signed. */
  credentials: string | null;
  /** JSON of the files that are put into it. */
  additions: Json;
  /** Whether the file was made, or could not be. */
  state: 'waiting' | 'done' | 'failed' | 'cancelled';
  /** Whether the uploaded file is signed, and what was said about it. */
  uploaded_status: number;
  uploaded_details: string | null;
  /** Whether the uploaded file can't be installed before it is signed. */
  uploaded_withheld: Flag;
  requested: Moment;
  /** The user who asked for the signature; null where nobody did, or before this was recorded. */
  requested_by: string | null;
}

/** A resumable upload that is not published yet. */
interface UploadTable {
  org_id: string;
  id: string;
  /** Who uploads it: a user of the organization or of one above it. */
  user: string;
  file_name: string;
  /** The header `Upload-Metadata` as the client sent it; answers repeat it. */
  metadata: string;
  /** Bytes of the whole file. */
  size: number;
  /** Bytes that are stored durably. */
  received: number;
  /** SHA-256 of the whole file, once it is in the blob store. */
  sha256: string | null;
  /** The request that is writing to it, and until when its lease lasts. */
  holder: string | null;
  held_until: Moment | null;
  created: Moment;
  expires: Moment;
}

interface ScreenshotTable {
  org_id: string;
  application: string;
  form: 'phone' | 'tablet';
  slot: number;
  /** SHA-256 of the image. */
  image: string;
}

interface CategoryTable {
  org_id: string;
  id: string;
  psk: number;
  constant: string;
  name: string;
  icon: string | null;
  description: string;
}

interface ApplicationCategoryTable {
  org_id: string;
  application: string;
  category: string;
}

interface DeviceTable {
  org_id: string;
  id: string;
  udid: string;
  name: string | null;
  manufacturer: string | null;
  model: string | null;
  operating_system: number;
  operating_system_name: string | null;
  operating_system_version: string | null;
  form_factor: number;
  total_ram: number | null;
  free_ram: number | null;
  total_storage: number | null;
  free_storage: number | null;
  camera: Flag | null;
  front_camera: Flag | null;
  flash: Flag | null;
  ios_push_token: string | null;
  /** Of Firebase Cloud Messaging. */
  android_push_token: string | null;
  /** When the device last told one of the two. */
  push_token_told: Moment | null;
  /** What the device last said of the permission to know where it is: `granted`, `denied`, `prompt`, `unknown`; null: nothing. */
  location_permission: string | null;
  jailbreak_status: number;
  created: Moment;
  until: Moment | null;
  disabled_reason: number | null;
  /** When the inventory was last posted. */
  inventory_reported: Moment | null;
  /** Grows with every change of what this device's catalogs show: its inventory and what it reports about itself. */
  revision: number;
}

interface DeviceUserTable {
  org_id: string;
  id: string;
  device: string;
  user: string;
  catalog_bundle_id: string | null;
  catalog_version: string | null;
  created: Moment;
  last_active: Moment;
  until: Moment | null;
  disabled_reason: number | null;
}

interface InstalledTable {
  org_id: string;
  device: string;
  application: string;
  version: string | null;
  /** The version as the device named it, when the service does not have it. */
  version_num: string | null;
  reported: Moment;
}

/** Reported applications that the organization does not have, kept for reports. */
interface InstalledUnknownTable {
  org_id: string;
  device: string;
  position: number;
  item: Json;
  reported: Moment;
}

/** Rows are only added; `position` gives their order in the journal `download`. */
interface DownloadTable {
  org_id: string;
  id: string;
  /**
   * `direct`: without signing in; `direct_catalog`: the same, of an App Catalog, which counts only as `first_login`: the first
   * sign-in with it on a device.
   */
  kind: 'install' | 'update' | 'direct' | 'direct_catalog' | 'first_login';
  user: string | null;
  device: string | null;
  application: string;
  version: string;
  install_file: string;
  /** The link that was used: a link counts once, however often its file is requested. */
  link: string;
  created: Moment;
  position: number;
}

/** How many downloads there were: what reports would have to count. */
interface DownloadCountTable {
  org_id: string;
  /** In UTC, `2026-01-31`. */
  day: string;
  application: string;
  /** `web` and `store`: addresses that were opened. */
  type: 'native' | 'direct' | 'web' | 'store';
  count: number;
}

/** The same, summed by month (`2026-01`) of the days that are kept. */
type DownloadMonthTable = Omit<DownloadCountTable, 'day'> & { month: string };

/** The last position of a journal. Its row is locked while rows are added to the journal: docs/decisions/0035. */
interface ActivityHeadTable {
  org_id: string;
  journal: string;
  position: number;
}

/** Of a journal's rows of a day (in UTC, by their own time): their lowest position, and how many there are. */
interface ActivityDayTable {
  org_id: string;
  journal: string;
  day: string;
  first: number;
  rows: number;
}

/** What happened and stands in no other table; rows are only added, and each kind is a journal. */
interface ActivityTable {
  /** Empty: a sign-in of somebody whom no organization knows. */
  org_id: string;
  kind: string;
  position: number;
  at: Moment;
  user: string | null;
  device: string | null;
  application: string | null;
  version: string | null;
  /** JSON of the further fields of the kind. */
  details: Json;
}

interface ReviewTable {
  org_id: string;
  id: string;
  application: string;
  user: string;
  version: string | null;
  device: string | null;
  like: Flag;
  title: string | null;
  comment: string | null;
  created: Moment;
  updated: Moment;
}

/** Answers already given, so that a request that is sent twice is carried out once. */
interface IdempotencyTable {
  org_id: string;
  user: string;
  device: string;
  key: string;
  /** SHA-256 of method, address and body. */
  request: string;
  status: number;
  response: Json;
  created: Moment;
}

/** The last write of each subject by each writer, so that an older one that comes late changes nothing. */
interface WriteSequenceTable {
  org_id: string;
  user: string;
  device: string;
  /** A store of the device, which numbers its writes. */
  writer: string;
  subject: string;
  sequence: number;
  changed: Moment;
}

/** Jobs. `due` is when a waiting job is tried next, and when the lease of a running job ends. */
interface JobTable {
  /** Empty for jobs of the service itself, which belong to no organization. */
  org_id: string;
  id: string;
  kind: string;
  payload: Json;
  state: 'waiting' | 'running' | 'failed';
  attempts: number;
  due: Moment;
  /** The process that runs it. */
  owner: string | null;
  last_error: string | null;
  /** The `guid` under which the log has the error. */
  last_error_guid: string | null;
  created: Moment;
}

/** The one valid link of a user that leads to a password; only its hash is kept. */
interface InvitationTable {
  org_id: string;
  user: string;
  hash: string;
  expires: Moment;
  /** 1: it resets a password; 0: it is an invitation. */
  reset: Flag;
}

/** What a raised revision stands for: one row for each application that may be shown otherwise since. */
interface CatalogChangeTable {
  org_id: string;
  /** Whose revision: the organization's (empty), `u:` and a user's id, or `d:` and a device's. */
  scope: string;
  revision: number;
  /** Empty: anything may have changed; `-`: no application, but what the scope is itself. */
  application: string;
  created: Moment;
}

/** Persons all of whose devices are about to be, or are, past the deadline of something mandatory. */
interface NoncomplianceTable {
  org_id: string;
  user: string;
  found: Moment;
  /** When the mail to them was handed over; null before. */
  told: Moment | null;
}

/** A configuration of a policy that is kept to be applied to applications. */
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
  /** Names the application in its token; a new one after the policies were removed. */
  id: string;
  /** The version that they were applied to. */
  version: string;
  /** JSON of what was applied, as the interface shows it. */
  configurations: Json;
  /** JSON of what the version before had, when they were applied. */
  previous_configurations: Json;
  /** JSON of the document that the package of that version carries; null when it needs none. */
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
  /** Of `usage`: its place in the journal `usage`; null for other kinds. */
  position: number | null;
}

/** The inspection of a version: the one that runs, and what the last one found. */
interface InspectionTable {
  org_id: string;
  version: string;
  psk: number;
  /** The inspection that was asked for and is not finished. */
  run: string | null;
  /** Which file was inspected (SHA-256), and the number of the engine that did; null before the first report. */
  engine: number | null;
  sha256: string | null;
  /** When the last inspection ended, with a report or without; null before the first did. */
  finished: Moment | null;
  /** When the one ended that made the report. */
  verified: Moment | null;
  /** The analysis, and what of it concerns people. */
  report: Json | null;
  privacy: Json | null;
  /** Why the last inspection failed, as a sentence; null when it did not. */
  problem: string | null;
}

/** Who sends to devices for an organization, beside the certificate in `organizations.push_cert`. */
interface PushProviderTable {
  org_id: string;
  kind: 'apns_key' | 'fcm';
  /** Encrypted. */
  sealed: string;
  changed: Moment;
}

/** Something that was sent to people and their devices. */
interface NotificationTable {
  org_id: string;
  id: string;
  kind: 'application_message' | 'update_notice' | 'group_message' | 'review_reply';
  /** The application or group that it is about. */
  subject: string;
  /** The version that a notice of an update is about. */
  version: string | null;
  title: string;
  text: string;
  created_by: string;
  created: Moment;
  /** The last entry of its audience that was looked at; null when all were. */
  gathered: string | null;
  /** When nobody was left to send it to; null before. */
  finished: Moment | null;
  /** People who have it among their messages. */
  people: number;
  devices: number;
  sent: number;
  failed: number;
  /** Devices whose token had ended. */
  ended: number;
}

/** A notification among the messages of a person. */
interface MessageTable {
  org_id: string;
  user: string;
  notification: string;
  /** When the person read it. */
  read: Moment | null;
}

/** A browser in which a person wants to be told. */
interface PushSubscriptionTable {
  org_id: string;
  user: string;
  device: string;
  endpoint: string;
  /** The browser's keys, base64url. */
  p256dh: string;
  auth: string;
  language: 'en' | 'de';
  /** Of what the person wants to be told. */
  messages: Flag;
  updates: Flag;
  replies: Flag;
  changed: Moment;
}

/** An address that is told of events. */
interface WebhookTable {
  org_id: string;
  id: string;
  url: string;
  description: string;
  /** JSON list of the events that it wants. */
  events: Json;
  enabled: Flag;
  /** Encrypted: what its messages are signed with. */
  sealed_secret: string;
  created: Moment;
}

/** An event for a webhook, and what became of it. */
interface WebhookDeliveryTable {
  org_id: string;
  id: string;
  webhook: string;
  event:
    | 'application.added'
    | 'version.added'
    | 'review.changed'
    | 'user.added'
    | 'device.added'
    | 'audit.recorded';
  /** As it is sent. */
  body: Json;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** What the server answered last. */
  status: number | null;
  /** Why there was no answer. */
  problem: string | null;
  created: Moment;
  tried: Moment | null;
}

/** The devices that a notification goes to, until it has been sent. */
interface PushRecipientTable {
  org_id: string;
  notification: string;
  provider: 'apns' | 'fcm' | 'web';
  /** Of a device, or the address of a browser's subscription. */
  token: string;
  device: string;
  /** 1: a process took it, so nobody else sends it. */
  taken: Flag;
}

/** What happened, by whom. `position` and `link` are null until the row is chained; see features/audit/chain.ts. */
interface AuditTable {
  /** Empty where no organization is known, as for a sign-in with a name that nobody has. */
  org_id: string;
  id: string;
  at: Moment;
  /** The name of the operation, `job:` and the kind of a job, `service`, or `outside` for a change by somebody in the database. */
  action: string;
  outcome: 'done' | 'refused';
  actor_org: string | null;
  actor: string | null;
  /** What it was done to. */
  kind: string | null;
  subject: string | null;
  /** JSON of from where, before and after; null once it was erased, because the person it is about is gone. */
  details: Json | null;
  /** Keyed hash that the service made when it erased the details; null while they are there. */
  erasure: string | null;
  /** Keyed hash of the details, and of everything else in the row that is set when it is written. */
  digest: string;
  mac: string;
  position: number | null;
  /** Keyed hash of the link before it, `position` and `mac`. */
  link: string | null;
}

/** Where the chain of an organization begins and ends. */
interface AuditHeadTable {
  org_id: string;
  /** Position of the oldest row that is kept; `last` + 1 where none is. */
  first: number;
  /** The link before the first row. */
  base: string;
  last: number;
  link: string;
  /** Keyed hash of the five above. */
  mac: string;
  /** `last` and `link` as the ledger of all chains counts them; null before the first time. */
  counted: number | null;
  counted_link: string | null;
  /** Position of the last row that was sent to the syslog server. */
  exported: number;
  /** Position of the last row that webhooks were told of, where any want it. */
  told: number;
  /** `last` when the service's log told it. */
  logged: number;
}

/** Whom a row of the audit log names in its details: read when the person is erased. */
interface AuditPersonTable {
  org_id: string;
  user: string;
  /** The id of the row. */
  row: string;
}

/** One row: a sum of the heads of all chains, so that none of them can be removed or put back; see features/audit/ledger.ts. */
interface AuditLedgerTable {
  one: 1;
  /** Encrypted. */
  sealed: string;
}

interface AuditSettingsTable {
  org_id: string;
  /** How many days rows are kept; null: as long as the service says. */
  days_kept: number | null;
  /** Keyed hash of that; null where it was chosen before there was one. */
  days_mac: string | null;
}

interface PrivacySettingsTable {
  org_id: string;
  /** Days after which nothing personal of a deleted user is left. */
  deleted_users_kept_in_days: number;
}

/** Changes of observed tables, written by triggers (observed.ts), which become audit rows before their transaction ends. */
interface AuditPendingTable {
  number: Generated<number>;
  /** PostgreSQL's number of the transaction; empty on SQLite, where only one writes. */
  tx: string;
  org_id: string;
  kind: string;
  subject: string;
  /** JSON of the observed columns. */
  before: Json | null;
  after: Json | null;
}

/** A version of the terms of an organization, or of one of its applications. */
interface TermsTable {
  org_id: string;
  id: string;
  application: string | null;
  version: number;
  /** By language; empty where the terms were taken away. */
  texts: Json;
  created: Moment;
}

/** What a person said to a version of terms; the last row counts. */
interface TermsResponseTable {
  org_id: string;
  id: string;
  terms: string;
  user: string;
  device: string | null;
  accepted: Flag;
  at: Moment;
}

/** A mail of a week: `sending` from before the mail server is asked, so that none is sent twice. */
interface WeeklyMailTable {
  org_id: string;
  /** The moment at which the week ended. */
  week: Moment;
  kind: 'summary' | 'deadlines';
  /** Empty: all of them are noted. */
  user: string;
  state: 'waiting' | 'sending' | 'sent' | 'refused';
}

/** Kinds of mail that a person does not want. */
interface MailUnsubscriptionTable {
  org_id: string;
  user: string;
  kind: 'summary' | 'deadlines';
  at: Moment;
}

export interface Tables {
  organizations: OrganizationTable;
  activity_revisions: ActivityRevisionTable;
  counters: CounterTable;
  users: UserTable;
  directory: DirectoryTable;
  attempts: AttemptTable;
  sign_in_places: SignInPlaceTable;
  tokens: TokenTable;
  ended_sessions: EndedSessionTable;
  security_settings: SecuritySettingsTable;
  groups: GroupTable;
  group_users: GroupUserTable;
  group_applications: GroupApplicationTable;
  group_versions: GroupVersionTable;
  applications: ApplicationTable;
  versions: VersionTable;
  install_files: InstallFileTable;
  credentials: CredentialsTable;
  preparations: PreparationTable;
  uploads: UploadTable;
  screenshots: ScreenshotTable;
  categories: CategoryTable;
  application_categories: ApplicationCategoryTable;
  devices: DeviceTable;
  device_users: DeviceUserTable;
  installed: InstalledTable;
  installed_unknown: InstalledUnknownTable;
  downloads: DownloadTable;
  download_counts: DownloadCountTable;
  download_months: DownloadMonthTable;
  activity: ActivityTable;
  activity_heads: ActivityHeadTable;
  activity_days: ActivityDayTable;
  reviews: ReviewTable;
  idempotency: IdempotencyTable;
  write_sequences: WriteSequenceTable;
  jobs: JobTable;
  invitations: InvitationTable;
  catalog_changes: CatalogChangeTable;
  noncompliance: NoncomplianceTable;
  policy_presets: PolicyPresetTable;
  application_policies: ApplicationPolicyTable;
  policy_events: PolicyEventTable;
  inspections: InspectionTable;
  terms: TermsTable;
  terms_responses: TermsResponseTable;
  weekly_mails: WeeklyMailTable;
  mail_unsubscriptions: MailUnsubscriptionTable;
  push_providers: PushProviderTable;
  notifications: NotificationTable;
  push_recipients: PushRecipientTable;
  messages: MessageTable;
  push_subscriptions: PushSubscriptionTable;
  webhooks: WebhookTable;
  webhook_deliveries: WebhookDeliveryTable;
  audit: AuditTable;
  audit_heads: AuditHeadTable;
  audit_ledger: AuditLedgerTable;
  audit_persons: AuditPersonTable;
  audit_settings: AuditSettingsTable;
  audit_pending: AuditPendingTable;
  privacy_settings: PrivacySettingsTable;
}
