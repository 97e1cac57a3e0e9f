import type { AppliedPolicy } from '../../../contract/application-policies.ts';
import { wrapStatuses } from '../../../contract/common/codes.ts';
import type { OptionValues, Policy, PolicyConfiguration } from '../../../contract/policies.ts';
import { formatTimestamp } from '../../platform/http/responses/timestamps.ts';
import type { PresetRow } from './preset-store.ts';
import type { PolicyWithPresets } from './presets.ts';

/** A preset; document 2, Policies. */
export const presentPreset = (row: PresetRow): PolicyConfiguration => ({
  id: row.id,
  policy_id: row.policy,
  name: row.name,
  auth_required: row.auth_required === 1,
  enabled_by_default: row.enabled_by_default === 1,
  is_a_preset: true,
  created_time: formatTimestamp(row.created),
  configuration: row.configuration === null ? null : (JSON.parse(row.configuration) as OptionValues),
});

/** A policy with its presets; document 2, Policies. */
export const presentPolicy = ({ policy, presets }: PolicyWithPresets): Policy => ({
  id: policy.id,
  policy_id: policy.policy_id,
  display_name: policy.display_name,
  display_description: policy.display_description,
  created: policy.created,
  auth_optional: policy.auth_optional,
  is_dynamic: policy.is_dynamic,
  supports_ios: policy.supports_ios,
  supports_android: policy.supports_android,
  configurable_fields: policy.configurable_fields,
  configurations: presets.map(presentPreset),
});

/** A policy of an application; document 2, GET /v2/applications/<application>/policies/. */
export const presentApplied = (applied: AppliedPolicy): AppliedPolicy => ({
  id: applied.id,
  policy_id: applied.policy_id,
  auth_required: applied.auth_required,
  enabled_by_default: applied.enabled_by_default,
  configuration: applied.configuration ?? null,
});

/** Document 2, Policy status. */
const descriptions: Readonly<Record<number, string>> = {
  [wrapStatuses.error]: 'The policies could not be applied. Apply them again.',
  [wrapStatuses.none]: 'No policies are applied.',
  [wrapStatuses.ready]: 'The policies are applied and the application is signed: it is ready.',
  [wrapStatuses.applying]: 'The policies are being applied.',
  [wrapStatuses.needsSigning]: 'The policies are applied. Sign the application.',
  [wrapStatuses.previousVersionOnly]: 'The version before had policies. Apply them to this one.',
};

/** How applying policies stands, in a code and in words. */
export const presentStatus = (code: number) => ({ code, description: descriptions[code] ?? '' });
