import type { Preset } from '../../../contract/policies.ts';
import { createId, getNow } from '../../platform/database/identifiers.ts';
import { notFoundError, ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { checkValues } from './option-values.ts';
import * as store from './preset-store.ts';
import { findPolicy, type ShippedPolicy, shippedPolicies } from './shipped.ts';

/** More than any organization needs. Each list of policies shows them all. */
const maxPresets = 1000;

/** A policy with the organization's presets of it. */
export interface PolicyWithPresets {
  policy: ShippedPolicy;
  presets: store.PresetRow[];
}

/** Every policy with its presets. */
export async function listPolicies({ database }: Platform, caller: Caller): Promise<PolicyWithPresets[]> {
  const rows = Map.groupBy(await store.listPresets(database.db, caller.orgId), (row) => row.policy);
  return shippedPolicies.map((policy) => ({ policy, presets: rows.get(policy.policy_id) ?? [] }));
}

/** A policy by id or `policy_id`, with its presets. Error: `not_found`. */
export async function readPolicy(platform: Platform, caller: Caller, identifier: string) {
  const { policy_id } = findPolicyOrFail(identifier);
  const all = await listPolicies(platform, caller);
  return all.find(({ policy }) => policy.policy_id === policy_id) ?? throwPolicyMissing();
}

/** Makes a preset of a policy. Errors: `not_found`, `policy_configuration_invalid`, `conflict` when there are too many. */
export async function addPreset(
  { database }: Platform,
  caller: Caller,
  identifier: string,
  reported: Preset,
) {
  const policy = findPolicyOrFail(identifier);
  const row: store.PresetRow = {
    org_id: caller.orgId,
    id: createId(),
    policy: policy.policy_id,
    name: reported.name ?? null,
    auth_required: reported.auth_required === true ? 1 : 0,
    enabled_by_default: reported.enabled_by_default === true ? 1 : 0,
    configuration: toJson(policy, reported),
    created: getNow(),
  };
  return database.transaction(async (tx) => {
    if ((await store.countPresets(tx, caller.orgId)) >= maxPresets) {
      throw new ServiceError('conflict', 'There are too many presets. Delete some that nobody needs.');
    }
    await store.insertPreset(tx, row);
    return row;
  });
}

/** A preset. Error: `not_found`. */
export async function readPreset({ database }: Platform, caller: Caller, id: string) {
  return (await store.findPreset(database.db, caller.orgId, id)) ?? throwPresetMissing();
}

/** Changes the sent fields of a preset. Errors: `not_found`, `policy_configuration_invalid`. */
export async function updatePreset({ database }: Platform, caller: Caller, id: string, reported: Preset) {
  return database.transaction(async (tx) => {
    const row = (await store.findPreset(tx, caller.orgId, id)) ?? throwPresetMissing();
    const change: Partial<store.PresetRow> = {
      name: reported.name === undefined ? row.name : reported.name,
      auth_required: toFlagOr(reported.auth_required, row.auth_required),
      enabled_by_default: toFlagOr(reported.enabled_by_default, row.enabled_by_default),
      configuration:
        reported.configuration === undefined
          ? row.configuration
          : toJson(findPolicyOrFail(row.policy), reported),
    };
    return (await store.updatePreset(tx, caller.orgId, id, change)) ?? throwPresetMissing();
  });
}

/** Deletes a preset. Error: `not_found`. */
export async function deletePreset({ database }: Platform, caller: Caller, id: string): Promise<void> {
  const deleted = await database.transaction((tx) => store.deletePreset(tx, caller.orgId, id));
  if (deleted === undefined) throwPresetMissing();
}

const toFlagOr = (reported: boolean | null | undefined, known: 0 | 1): 0 | 1 =>
  typeof reported === 'boolean' ? (reported ? 1 : 0) : known;

function toJson(policy: ShippedPolicy, { configuration = null }: Preset): string | null {
  const values = checkValues(policy, configuration);
  return values && JSON.stringify(values);
}

const findPolicyOrFail = (identifier: string): ShippedPolicy =>
  findPolicy(identifier) ?? throwPolicyMissing();

function throwPolicyMissing(): never {
  throw notFoundError('policy');
}

function throwPresetMissing(): never {
  throw notFoundError('preset configuration');
}
