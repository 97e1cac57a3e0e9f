import { type Static, Type } from 'typebox';

/**
 * Every error code with its HTTP status. 10, 11 and 20 come from the documents (document 1, Errors); ours begin at 1000.
 * Our programs use the name; an answer carries the number.
 */
export const errorCodes = {
  organization_unknown: { code: 10, status: 404 },
  forbidden: { code: 11, status: 403 },
  invalid_request: { code: 20, status: 400 },
  invalid_input: { code: 1000, status: 400 },
  not_authenticated: { code: 1001, status: 401 },
  wrong_credentials: { code: 1002, status: 401 },
  account_locked: { code: 1003, status: 403 },
  account_disabled: { code: 1004, status: 403 },
  account_deleted: { code: 1005, status: 403 },
  password_expired: { code: 1006, status: 403 },
  too_many_requests: { code: 1007, status: 429 },
  body_too_large: { code: 1008, status: 413 },
  unsupported_media_type: { code: 1009, status: 415 },
  not_found: { code: 1010, status: 404 },
  conflict: { code: 1011, status: 409 },
  already_used: { code: 1012, status: 409 },
  https_required: { code: 1013, status: 403 },
  device_unknown: { code: 1014, status: 403 },
  package_refused: { code: 1015, status: 400 },
  other_application: { code: 1016, status: 409 },
  link_expired: { code: 1017, status: 403 },
  upload_incomplete: { code: 1018, status: 400 },
  not_allowed_for_type: { code: 1019, status: 400 },
  range_not_satisfiable: { code: 1020, status: 416 },
  internal: { code: 1021, status: 500 },
  unavailable: { code: 1022, status: 503 },
  method_not_allowed: { code: 1023, status: 405 },
  tus_version_unsupported: { code: 1030, status: 412 },
  upload_expired: { code: 1031, status: 410 },
  upload_locked: { code: 1032, status: 423 },
  checksum_mismatch: { code: 1033, status: 460 },
  too_many_uploads: { code: 1034, status: 429 },
  storage_full: { code: 1035, status: 507 },
  superseded: { code: 1036, status: 409 },
  other_certificate: { code: 1037, status: 409 },
  malware_found: { code: 1040, status: 400 },
  credentials_refused: { code: 1050, status: 400 },
  password_not_stored: { code: 1051, status: 409 },
  not_signable: { code: 1052, status: 409 },
  other_platform: { code: 1053, status: 409 },
  policy_unknown: { code: 1065, status: 400 },
  policy_configuration_invalid: { code: 1066, status: 400 },
  policies_in_progress: { code: 1067, status: 409 },
  outside_access_dates: { code: 1068, status: 403 },
  inspections_off: { code: 1075, status: 403 },
  not_inspected: { code: 1076, status: 404 },
  no_inspection_runs: { code: 1077, status: 409 },
  block_token_invalid: { code: 1090, status: 400 },
  push_certificate_refused: { code: 1100, status: 400 },
  push_provider_refused: { code: 1101, status: 400 },
  message_refused: { code: 1102, status: 400 },
  webhook_refused: { code: 1103, status: 400 },
  terms_not_accepted: { code: 1120, status: 403 },
  application_terms_not_accepted: { code: 1121, status: 403 },
  recent_sign_in_required: { code: 1125, status: 403 },
  first_password_ended: { code: 1126, status: 403 },
} as const satisfies Record<string, { code: number; status: number }>;

export type ErrorName = keyof typeof errorCodes;

/** The error object; document 1, Error object. */
export const ErrorBody = Type.Object({
  error: Type.Object({
    code: Type.Integer(),
    message: Type.String(),
    guid: Type.String({ format: 'uuid' }),
    error_details: Type.Union([Type.Null(), Type.Record(Type.String(), Type.Unknown())]),
  }),
});
export type ErrorBody = Static<typeof ErrorBody>;

/** One item of a bulk call that failed, although the call itself succeeded; document 1, Errors 6. */
export const Failed = Type.Object({
  object_id: Type.Union([Type.Integer(), Type.String()]),
  error: ErrorBody.properties.error,
});
export type Failed = Static<typeof Failed>;
