import { type Static, Type } from 'typebox';
import { AnyIdentifier, Id, nullable, output, PathIdentifier, Psk } from './common/fields.ts';
import { languages } from './common/languages.ts';
import { operation } from './common/operation.ts';
import { Warning } from './common/warnings.ts';
import { MetadataTemplate } from './metadata-template.ts';
import { ofOrganizationChange } from './organization-scopes.ts';
import { Email, Name, Password, Phone, UserId } from './users.ts';

export const ComplexityRules = Type.Object({
  account_lockout_threshold: Type.Integer({ minimum: 0, maximum: 1000 }),
  min_length: Type.Integer({ minimum: 0, maximum: 200 }),
  min_lowercase: Type.Integer({ minimum: 0, maximum: 50 }),
  min_number: Type.Integer({ minimum: 0, maximum: 50 }),
  min_symbol: Type.Integer({ minimum: 0, maximum: 50 }),
  min_uppercase: Type.Integer({ minimum: 0, maximum: 50 }),
  password_expiration_in_minutes: Type.Integer({ minimum: 0, maximum: 52_560_000 }),
  password_history: Type.Integer({ minimum: 0, maximum: 50 }),
  password_reset_interval_time_in_minutes: Type.Integer({ minimum: 0, maximum: 52_560_000 }),
});
export type ComplexityRules = Static<typeof ComplexityRules>;

/** Text without line breaks, because it goes into the headers of e-mail. */
const OneLine = Type.String({ maxLength: 500, pattern: '^[^\\r\\n]*$' });
/** An e-mail address, or an empty text. */
const MailAddress = Type.String({ maxLength: 254, pattern: '^([^\\s@]+@[^\\s@]+)?$' });
/** `admin.example.org` or `*.example.org`, optionally with scheme and port. */
const Domain = Type.String({
  maxLength: 300,
  pattern: '^(https?://)?(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$',
});
const LongText = Type.String({ maxLength: 20_000 });
const Minutes = Type.Integer({ minimum: 1, maximum: 5_256_000 });

/** Settings that may be the empty text. Null counts as the empty text. */
const texts = {
  support_email: MailAddress,
  email_from_name: OneLine,
  email_from_address: MailAddress,
  email_reply_to_address: MailAddress,
  invite_template_for_user: LongText,
  invite_subject_for_user: OneLine,
  invite_template_for_affiliated: LongText,
  invite_subject_for_affiliated: OneLine,
};

const RetentionInDays = Type.Integer({ minimum: 1, maximum: 3650 });
const OwnRetention = Type.Optional(RetentionInDays);

/** The editable fields of an organization; document 1, Organization. */
export const OrganizationSettings = Type.Object({
  ...texts,
  session_timeout_in_minutes: Minutes,
  remember_me_timeout_in_minutes: Minutes,
  no_auth_app_delivery_enabled: Type.Boolean(),
  password_complexity: Type.Object({
    password_complexity_for_admins: ComplexityRules,
    password_complexity_for_users: ComplexityRules,
  }),
  reviews_enabled: Type.Boolean(),
  reviews_default_value: Type.Boolean(),
  application_custom_metadata_template: MetadataTemplate,
  user_custom_metadata_template: MetadataTemplate,
  banner_image_enabled: Type.Boolean(),
  no_auth_policies_enabled: Type.Boolean(),
  mandatory_update_notifications_enabled: Type.Boolean(),
  cors_domain_whitelist: Type.Array(Domain, { maxItems: 200 }),
  providerx_enabled: Type.Boolean(),
  providerx_settings: nullable(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())),
  admin_branded: Type.Boolean(),
  notify_on_device_registration: Type.Boolean(),
  policies_frequency_evaluation_in_hours: Type.Integer({ minimum: 1, maximum: 8760 }),
  /** Ours: disables users (`disabled_reason` 1) whose devices all lack a mandatory application past its deadline. */
  disable_noncompliant_users: Type.Boolean(),
  deferrals_enabled: Type.Boolean({ description: 'Ours: continuing for a day without what is mandatory' }),
  /** Ours: how many hours before it disables them the users get a mail. */
  noncompliance_notice_in_hours: Type.Integer({ minimum: 1, maximum: 8760 }),
  /** Ours: refuses a version that another key signed than the one before, which no device could update to. */
  refuse_other_certificate: Type.Boolean(),
  /** Ours: how long activity is kept, which reports and feeds read, and what people sent to support. */
  activity_retention_in_days: RetentionInDays,
  /** Ours: how long activity of single kinds is kept, if not as long as the rest; `usage` is all that applications with policies report. */
  activity_retention_by_kind: Type.Object(
    {
      sign_in: OwnRetention,
      signing: OwnRetention,
      password_change: OwnRetention,
      catalog_open: OwnRetention,
      inventory_change: OwnRetention,
      review: OwnRetention,
      address_open: OwnRetention,
      download: OwnRetention,
      usage: OwnRetention,
    },
    { additionalProperties: false },
  ),
  /** Ours: reports and feeds don't name users who were deleted. */
  deleted_users_without_names: Type.Boolean(),
  /** Ours: a mail a week that tells administrators what happened. */
  weekly_summary_mails: Type.Boolean(),
  /** Ours: a mail a week to people who lack mandatory applications whose deadline is near, or over. */
  weekly_deadline_mails: Type.Boolean(),
  /** Ours: the language of these mails. */
  mail_language: Type.Enum(languages),
  /** Ours: the accent colour, from which the catalog's other colours are derived. */
  accent_color: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
});
export type OrganizationSettings = Static<typeof OrganizationSettings>;

const ComplexityChange = Type.Partial(ComplexityRules);

/** Any of the editable fields. Fields that are left out keep their values, single password rules too. */
export const OrganizationChange = Type.Object({
  ...Type.Partial(OrganizationSettings).properties,
  support_email: Type.Optional(nullable(MailAddress)),
  email_from_name: Type.Optional(nullable(OneLine)),
  email_from_address: Type.Optional(nullable(MailAddress)),
  email_reply_to_address: Type.Optional(nullable(MailAddress)),
  invite_template_for_user: Type.Optional(nullable(LongText)),
  invite_subject_for_user: Type.Optional(nullable(OneLine)),
  invite_template_for_affiliated: Type.Optional(nullable(LongText)),
  invite_subject_for_affiliated: Type.Optional(nullable(OneLine)),
  password_complexity: Type.Optional(
    Type.Object({
      password_complexity_for_admins: Type.Optional(ComplexityChange),
      password_complexity_for_users: Type.Optional(ComplexityChange),
    }),
  ),
  /** Ours: the password of `push_cert_file`, where it has one. No answer shows it. */
  push_cert_password: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
});
export type OrganizationChange = Static<typeof OrganizationChange>;

/** An organization. Plain users get only the fields that are not optional here. */
export const Organization = output({
  id: Id,
  parent_id: nullable(Id),
  name: Type.String(),
  vanity_subdomain: Type.String(),
  app_installation_path: Type.String(),
  auth_type: Type.Integer(),
  auth_settings: output({ bio_id_auth: output({ enable_bio_id: Type.Boolean() }) }),
  ...Type.Partial(OrganizationSettings).properties,
  support_email: MailAddress,
  session_timeout_in_minutes: Minutes,
  remember_me_timeout_in_minutes: Minutes,
  no_auth_app_delivery_enabled: Type.Boolean(),
  reviews_enabled: Type.Boolean(),
  reviews_default_value: Type.Boolean(),
  banner_image_enabled: Type.Boolean(),
  accent_color: Type.String(),
  ios_push_cert: Type.Optional(Type.Boolean()),
  javascript_protection_policy_enabled: Type.Optional(Type.Boolean()),
});
export type Organization = Static<typeof Organization>;

/** Document 1, GET /v1/organizations/: an organization with those below it, recursively. */
const OrganizationTree = Type.Cyclic(
  {
    OrganizationNode: Type.Object(
      {
        id: Id,
        name: Type.String(),
        parent_id: nullable(Id),
        sub_orgs: Type.Array(Type.Ref('OrganizationNode')),
      },
      { additionalProperties: false },
    ),
  },
  'OrganizationNode',
);

export const listOrganizations = operation({
  name: 'listOrganizations',
  area: 'organizations',
  method: 'GET',
  path: '/v1/organizations/',
  context: 'valid_user',
  within: ['own_organization'],
  response: OrganizationTree,
  source: 'document 1, Organizations',
  summary: 'List the organizations that the caller can act on',
});

const OrganizationParams = Type.Object({ org_id: PathIdentifier });

export const readOrganization = operation({
  name: 'readOrganization',
  area: 'organizations',
  method: 'GET',
  path: '/v3/organizations/:org_id/',
  context: 'valid_user',
  within: ['own_organization'],
  params: OrganizationParams,
  response: output({ organization: Organization }),
  source: 'document 1, Organizations',
  summary: 'Read an organization',
});

export const updateOrganization = operation({
  name: 'updateOrganization',
  area: 'organizations',
  method: 'PUT',
  path: '/v3/organizations/:org_id/',
  context: 'administrator',
  ...ofOrganizationChange,
  params: OrganizationParams,
  bodySize: 'large',
  body: OrganizationChange,
  files: ['push_cert_file'],
  response: output({
    warnings: Type.Array(Warning),
    organization: Organization,
  }),
  source: 'document 1, Organizations',
  summary: 'Update the editable fields of an organization',
});

/** The first administrator of a new organization; the rules are those of Add User. */
const FirstAdministrator = Type.Object({
  user_id: UserId,
  password: Password,
  first_name: Name,
  last_name: Name,
  email: Email,
  phone: Type.Optional(nullable(Phone)),
  send_invite: Type.Optional(Type.Boolean()),
});

const AddOrganization = Type.Object({
  name: Type.String({ maxLength: 200, pattern: '^[^\\r\\n]*\\S[^\\r\\n]*$' }),
  /** When absent, the caller's own organization. */
  parent_id: Type.Optional(nullable(AnyIdentifier)),
  vanity_subdomain: Type.Optional(
    nullable(Type.String({ pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)?$' })),
  ),
  administrator: FirstAdministrator,
});
export type AddOrganization = Static<typeof AddOrganization>;

export const addOrganization = operation({
  name: 'addOrganization',
  area: 'organizations',
  method: 'POST',
  path: '/v3/organizations/',
  context: 'administrator',
  fieldScopes: { administrator: 'users:write' },
  recentSignIn: 'always',
  body: AddOrganization,
  response: output({ organization: Organization, user_psk: Psk }),
  source: 'ours: the documents do not say how affiliated organizations are made',
  summary: 'Add an affiliated organization with its first administrator',
});

export const readBranding = operation({
  name: 'readBranding',
  area: 'organizations',
  method: 'GET',
  path: '/v3/branding',
  context: 'none',
  query: Type.Object({ organization: Type.Optional(PathIdentifier) }),
  response: output({
    id: Id,
    name: Type.String(),
    accent_color: Type.String(),
    support_email: Type.String(),
  }),
  source: 'ours: for the sign-in page, before anybody is signed in',
  summary: 'Read the name and colour of an organization',
});

export const organizationOperations = [
  listOrganizations,
  readOrganization,
  updateOrganization,
  addOrganization,
  readBranding,
] as const;
