import { type Static, Type } from 'typebox';
import { Id, nullable, output, PathIdentifier, Psk, Timestamp } from './common/fields.ts';
import { Analysis, PermissionGroup } from './common/inspection-report.ts';
import { operation } from './common/operation.ts';

/** -1 error, 1 uploading, 2 pending, 3 verified; document 2, Inspection status. 0: nobody asked. */
const InspectionStatus = Type.Integer({ minimum: -1, maximum: 3 });

const ApplicationParams = Type.Object({ application: PathIdentifier });
/** Document 2, Inspections: required, with this value only. */
const ProviderQuery = Type.Object({ provider: Type.Literal('providerx') });

const shared = {
  area: 'inspections',
  context: 'administrator',
  source: 'document 2, Inspections',
} as const;

export const readInspection = operation({
  ...shared,
  name: 'readInspection',
  method: 'GET',
  path: '/v2/applications/:application/inspections/',
  params: ApplicationParams,
  query: ProviderQuery,
  response: output({
    format_type: Type.Literal('json'),
    inspection_status: InspectionStatus,
    report: output({
      provider: Type.Integer(),
      psk: Psk,
      report_json: output({ analysis: Analysis }),
    }),
  }),
  summary: 'Read what an inspection found in the newest version of an application',
});

export const requestInspection = operation({
  ...shared,
  name: 'requestInspection',
  method: 'POST',
  path: '/v1/applications/:application/inspections/',
  params: ApplicationParams,
  query: ProviderQuery,
  response: output({ inspection_status: InspectionStatus }),
  summary: 'Have the newest version of an application inspected',
});

export const cancelInspection = operation({
  ...shared,
  name: 'cancelInspection',
  method: 'PUT',
  path: '/v1/applications/:application/inspections/cancel/',
  params: ApplicationParams,
  query: ProviderQuery,
  response: output({ canceled: Type.Boolean() }),
  summary: 'Cancel an inspection that is not finished',
});

/** A summary of an inspection: for each kind of finding, whether there is any. */
export const InspectionSummary = output({
  ad_networks: Type.Boolean(),
  trackers: Type.Boolean(),
  cloud_storage: Type.Boolean(),
  asks_for_permissions: Type.Boolean(),
  exported_components: Type.Boolean(),
  unencrypted_connections: Type.Boolean(),
  cleartext_allowed: Type.Boolean(),
  debuggable: Type.Boolean(),
  backup_allowed: Type.Boolean(),
  hardcoded_keys: Type.Boolean(),
  weak_cryptography: Type.Boolean(),
  unprotected_native_libraries: Type.Boolean(),
  vulnerable_libraries: Type.Boolean(),
});
export type InspectionSummary = Static<typeof InspectionSummary>;

export const readInspectionSummary = operation({
  ...shared,
  name: 'readInspectionSummary',
  method: 'GET',
  path: '/v1/applications/:app_psk/inspections/',
  /** Named by its psk in the documents; its id is accepted too, as everywhere. */
  params: Type.Object({ app_psk: PathIdentifier }),
  query: Type.Object({
    provider: Type.Enum(['providery', 'providerx'], { default: 'providery' }),
  }),
  response: output({
    report: output({
      psk: Psk,
      verified_date: Timestamp,
      version: output({ psk: Psk }),
      report_json: output({ short: InspectionSummary }),
    }),
  }),
  summary: 'Read a summary of the inspection of an application’s newest version',
  replacedBy: 'GET /v2/applications/:application/inspections/',
});

export const makeInspectionKey = operation({
  name: 'makeInspectionKey',
  area: 'inspections',
  context: 'administrator',
  method: 'POST',
  path: '/v3/inspections/key/',
  response: output({ api_key: Type.String() }),
  source:
    'ours: the API key that switches inspections on, as `providerx_settings` {`api_key`} of the organization',
  summary: 'Issue the key that switches inspections on for the organization',
});

/** What an inspection found that concerns the person who installs the application. */
export const PrivacyFindings = output({
  version_id: Id,
  inspected: Timestamp,
  /** What the application may do; permissions that the system asks the person for come first. */
  permissions: Type.Array(output({ group: PermissionGroup, asked: Type.Boolean() })),
  /** Companies whose code in the application reports to them, or shows advertisements. */
  trackers: Type.Array(
    output({
      name: Type.String(),
      kind: Type.Enum(['ads', 'analytics', 'attribution', 'crashes', 'messages']),
    }),
  ),
});
export type PrivacyFindings = Static<typeof PrivacyFindings>;

export const readPrivacy = operation({
  name: 'readPrivacy',
  area: 'inspections',
  context: 'user_and_device',
  within: ['own_catalog'],
  headers: Type.Object({ 'x-udid': Type.String({ minLength: 1, maxLength: 200 }) }),
  method: 'GET',
  path: '/v3/catalog/applications/:application/privacy/',
  params: ApplicationParams,
  /** Null: the version that the person gets was not inspected. */
  response: output({ privacy: nullable(PrivacyFindings) }),
  source: 'ours: permissions and trackers on the application’s page',
  summary: 'Read what an application may do and who it reports to, as an inspection found',
});

export const inspectionOperations = [
  readInspection,
  requestInspection,
  cancelInspection,
  readInspectionSummary,
  makeInspectionKey,
  readPrivacy,
] as const;
