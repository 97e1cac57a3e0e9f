import type {
  ActivityDayTable,
  ActivityHeadTable,
  ActivityRevisionTable,
  ActivityTable,
  DownloadCountTable,
  DownloadMonthTable,
  DownloadTable,
  ReviewTable,
} from './tables/activity.ts';
import type {
  ApplicationCategoryTable,
  ApplicationTable,
  CatalogChangeTable,
  CategoryTable,
  InstallFileTable,
  ScreenshotTable,
  UploadTable,
  VersionTable,
} from './tables/applications.ts';
import type {
  DeviceTable,
  DeviceUserTable,
  InstalledTable,
  InstalledUnknownTable,
  NoncomplianceTable,
} from './tables/devices.ts';
import type {
  GroupApplicationTable,
  GroupTable,
  GroupUserTable,
  GroupVersionTable,
} from './tables/groups.ts';
import type {
  AttemptTable,
  DirectoryTable,
  EndedSessionTable,
  InvitationTable,
  SignInPlaceTable,
  TokenTable,
  UserTable,
} from './tables/identity.ts';
import type {
  MailUnsubscriptionTable,
  MessageTable,
  NotificationTable,
  PushBatchTable,
  PushProviderTable,
  PushRecipientTable,
  PushSubscriptionTable,
  WebhookDeliveryTable,
  WebhookTable,
  WeeklyMailTable,
} from './tables/notifications.ts';
import type {
  CounterTable,
  OrganizationTable,
  PrivacySettingsTable,
  SecuritySettingsTable,
} from './tables/organizations.ts';
import type {
  ApplicationPolicyTable,
  CredentialsTable,
  InspectionTable,
  PolicyEventTable,
  PolicyPresetTable,
  PreparationTable,
} from './tables/packages.ts';
import type { IdempotencyTable, JobTable, WriteSequenceTable } from './tables/platform.ts';
import type {
  AuditHeadTable,
  AuditLedgerTable,
  AuditPendingTable,
  AuditPersonTable,
  AuditSettingsTable,
  AuditTable,
  TermsResponseTable,
  TermsTable,
} from './tables/records.ts';

/**
 * Every table as the migrations leave it. Conventions:
 * - the first part of each key is the organization (`org_id`), so that data can be spread by organization later;
 * - `id` is an opaque string that sorts by time of making, `psk` the number that v1 resources use, counted per organization;
 * - moments are UTC in ISO 8601 with milliseconds (`…Z`) and sort as text; no end date is null;
 * - flags are 0 or 1; JSON is text, read and written by the feature that owns the column.
 */
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
  push_batches: PushBatchTable;
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
