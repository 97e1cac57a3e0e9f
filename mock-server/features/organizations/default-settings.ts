import type { Language } from '../../../contract/common/languages.ts';
import type { ComplexityRules, OrganizationSettings } from '../../../contract/organizations.ts';
import { getDefaultInvitation } from './invitation-words.ts';

const lenient: ComplexityRules = {
  account_lockout_threshold: 10,
  min_length: 5,
  min_lowercase: 0,
  min_number: 0,
  min_symbol: 0,
  min_uppercase: 0,
  password_expiration_in_minutes: 0,
  password_history: 0,
  password_reset_interval_time_in_minutes: 0,
};

/** The settings of a new organization; the documents' defaults where they give one (document 1, Organization). */
export function createDefaultSettings(name: string, language: Language = 'en'): OrganizationSettings {
  return {
    support_email: '',
    email_from_name: name,
    email_from_address: '',
    email_reply_to_address: '',
    ...getDefaultInvitation(name, language),
    session_timeout_in_minutes: 10,
    remember_me_timeout_in_minutes: 10_080,
    no_auth_app_delivery_enabled: false,
    password_complexity: {
      password_complexity_for_admins: { ...lenient, min_length: 12 },
      password_complexity_for_users: lenient,
    },
    reviews_enabled: true,
    reviews_default_value: true,
    application_custom_metadata_template: {},
    user_custom_metadata_template: {},
    banner_image_enabled: true,
    no_auth_policies_enabled: false,
    mandatory_update_notifications_enabled: true,
    cors_domain_whitelist: [],
    providerx_enabled: false,
    providerx_settings: null,
    admin_branded: false,
    notify_on_device_registration: false,
    policies_frequency_evaluation_in_hours: 24,
    disable_noncompliant_users: false,
    deferrals_enabled: true,
    noncompliance_notice_in_hours: 72,
    refuse_other_certificate: false,
    activity_retention_in_days: 730,
    activity_retention_by_kind: {},
    deleted_users_without_names: false,
    weekly_summary_mails: false,
    weekly_deadline_mails: false,
    mail_language: language,
    accent_color: '#00795c',
  };
}
