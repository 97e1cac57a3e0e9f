import type { Preset } from '../../../contract/policies.ts';
import { newId, now } from '../../platform/database/identifiers.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/contexts.ts';
import type { Platform } from '../../platform/services.ts';
import { checkedValues } from './option-values.ts';
import * as store from './preset-store.ts';
import { findPolicy, type ShippedPolicy, shippedPolicies } from './shipped.ts';

/** More than any organization needs. Each list of policies shows them all. */
const mostPresets = 1000;

/** A policy with the organization's presets of it. */
export interface PolicyWithPresets {
  policy: ShippedPolicy;
  presets: store.PresetRow[];
}

/** Every policy with its presets. */
export async function listPolicies({ database }: Platform, caller: Caller): Promise<PolicyWithPresets[]> {
  const rows = Map.groupBy(await store.presets(database.db, caller.orgId), (row) => row.policy);
  return shippedPolicies.map((policy) => ({ policy, presets: rows.get(policy.policy_id) ?? [] }));
}

/** A policy by id or `policy_id`, with its presets. Error: `not_found`. */
export async function readPolicy(platform: Platform, caller: Caller, identifier: string) {
  const { policy_id } = policyNamed(identifier);
  const all = await listPolicies(platform, caller);
  return all.find(({ policy }) => policy.policy_id === policy_id) ?? policyMissing();
}

/** Makes a preset of a policy. Errors: `not_found`, `policy_configuration_invalid`, `conflict` when there are too many. */
export async function addPreset({ database }: Platform, caller: Caller, identifier: string, said: Preset) {
  const policy = policyNamed(identifier);
  const row: store.PresetRow = {
    org_id: caller.orgId,
    id: newId(),
    policy: policy.policy_id,
    name: said.name ?? null,
    auth_required: said.auth_required === true ? 1 : 0,
    enabled_by_default: said.enabled_by_default === true ? 1 : 0,
    configuration: asJson(policy, said),
    created: now(),
  };
  return database.transaction(async (tx) => {
    if ((await store.countPresets(tx, caller.orgId)) >= mostPresets) {
      throw new ServiceError('conflict', 'There are too many presets. Delete some that nobody needs.');
    }
    await store.insertPreset(tx, row);
    return row;
  });
}

/** A preset. Error: `not_found`. */
export async function readPreset({ database }: Platform, caller: Caller, id: string) {
  return (await store.findPreset(database.db, caller.orgId, id)) ?? presetMissing();
}

/** Changes the sent fields of a preset. Errors: `not_found`, `policy_configuration_invalid`. */
export async function updatePreset({ database }: Platform, caller: Caller, id: string, said: Preset) {
  return database.transaction(async (tx) => {
    const row = (await store.findPreset(tx, caller.orgId, id)) ?? presetMissing();
    const change: Partial<store.PresetRow> = {
      name: said.name === undefined ? row.name : said.name,
      auth_required: flagOr(said.auth_required, row.auth_required),
      enabled_by_default: flagOr(said.enabled_by_default, row.enabled_by_default),
      configuration:
        said.configuration === undefined ? row.configuration : asJson(policyNamed(row.policy), said),
    };
    return (await store.updatePreset(tx, caller.orgId, id, change)) ?? presetMissing();
  });
}

/** Deletes a preset. Error: `not_found`. */
export async function deletePreset({ database }: Platform, caller: Caller, id: string): Promise<void> {
  const deleted = await database.transaction((tx) => store.deletePreset(tx, caller.orgId, id));
  if (deleted === undefined) presetMissing();
}

const flagOr = (said: boolean | null | undefined, known: 0 | 1): 0 | 1 =>
  typeof said === 'boolean' ? (said ? 1 : 0) : known;

function asJson(policy: ShippedPolicy, { configuration = null }: Preset): string | null {
  const values = checkedValues(policy, configuration);
  return values && JSON.stringify(values);
}

const policyNamed = (identifier: string): ShippedPolicy => findPolicy(identifier) ?? policyMissing();

function policyMissing(): never {
  throw notFound('policy');
}

function presetMissing(): never {
  throw notFound('preset configuration');
}
