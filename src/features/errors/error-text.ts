import type { ErrorName } from '../../../contract/common/errors.ts';
import type { ErrorReason } from '../../data/records/error-reason.ts';
import { useFormat, useMessages } from '../../ui/i18n/context.tsx';
import { type ErrorWords, errorMessages } from './messages.ts';

type Sentence = Exclude<keyof ErrorWords, 'tooManyUntil'>;

/** The sentence for a failure in which the service named no error of the contract. */
const byKind: Record<ErrorReason['kind'], Sentence> = {
  refused: 'refused',
  'session-ended': 'signIn',
  'rate-limited': 'tooMany',
  server: 'server',
  offline: 'offline',
  unreachable: 'unreachable',
  foreign: 'foreign',
  'part-missing': 'incomplete',
  'other-version': 'otherVersion',
  'not-opened': 'notOpened',
  'old-password-needed': 'oldPasswordNeeded',
  'not-begun': 'notBegun',
  unsupported: 'unsupported',
};

/** The sentence for each error of the contract; those that occur only in publishing share the general one. */
const byName: Record<ErrorName, Sentence> = {
  organization_unknown: 'gone',
  forbidden: 'notAllowed',
  invalid_request: 'invalid',
  invalid_input: 'invalid',
  block_token_invalid: 'invalid',
  not_authenticated: 'signIn',
  wrong_credentials: 'wrongCredentials',
  account_locked: 'locked',
  account_disabled: 'disabled',
  account_deleted: 'deleted',
  password_expired: 'passwordExpired',
  too_many_requests: 'tooMany',
  body_too_large: 'tooLarge',
  unsupported_media_type: 'refused',
  not_found: 'gone',
  conflict: 'changed',
  already_used: 'changed',
  https_required: 'https',
  device_unknown: 'device',
  package_refused: 'refused',
  other_application: 'refused',
  link_expired: 'linkExpired',
  upload_incomplete: 'refused',
  not_allowed_for_type: 'notForType',
  range_not_satisfiable: 'refused',
  internal: 'server',
  unavailable: 'busy',
  method_not_allowed: 'refused',
  tus_version_unsupported: 'refused',
  upload_expired: 'refused',
  upload_locked: 'refused',
  checksum_mismatch: 'refused',
  too_many_uploads: 'refused',
  storage_full: 'full',
  superseded: 'changed',
  other_certificate: 'refused',
  malware_found: 'refused',
  credentials_refused: 'refused',
  password_not_stored: 'refused',
  not_signable: 'refused',
  other_platform: 'refused',
  policy_unknown: 'invalid',
  policy_configuration_invalid: 'invalid',
  policies_in_progress: 'changed',
  outside_access_dates: 'refused',
  inspections_off: 'refused',
  not_inspected: 'gone',
  no_inspection_runs: 'changed',
  push_certificate_refused: 'refused',
  push_provider_refused: 'refused',
  message_refused: 'invalid',
  webhook_refused: 'refused',
  terms_not_accepted: 'terms',
  application_terms_not_accepted: 'terms',
  recent_sign_in_required: 'signInAgain',
  first_password_ended: 'firstPasswordEnded',
};

/** Why something failed, in the person's language; never the service's own sentence, which is English. */
export function useErrorText(): (reason: ErrorReason) => string {
  const words = useMessages(errorMessages);
  const { time } = useFormat();
  return ({ kind, name, retryAt }) =>
    retryAt === undefined
      ? words[name === null ? byKind[kind] : byName[name]]
      : words.tooManyUntil({ time: time(retryAt) });
}
