import type { AppliedPolicy, RequestedPolicy } from '../../../contract/application-policies.ts';
import { createId } from '../../platform/database/identifiers.ts';
import { ServiceError } from '../../platform/errors.ts';
import { checkValues } from './option-values.ts';
import { findPolicy, type ShippedPolicy } from './shipped.ts';

/**
 * The policies that a request applies, in its order. A policy that was applied before keeps its id. Errors:
 * `policy_unknown`, `policy_configuration_invalid`, `invalid_input` for a policy that is named twice.
 */
export function parseRequestedPolicies(
  requested: readonly RequestedPolicy[],
  before: readonly AppliedPolicy[],
): AppliedPolicy[] {
  const known = new Map(before.map(({ policy_id, id }) => [policy_id, id]));
  const named = requested.map((one) => ({ one, policy: findPolicyById(one) }));
  const ids = named.map(({ policy }) => policy.policy_id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) {
    throw new ServiceError('invalid_input', `${twice} is named twice. Send each policy once.`, {
      details: { policy_id: twice },
    });
  }
  return named.map(({ one, policy }) =>
    toAppliedPolicy(one, policy, known.get(policy.policy_id) ?? createId()),
  );
}

function findPolicyById({ policy_id }: RequestedPolicy): ShippedPolicy {
  const policy = findPolicy(policy_id);
  if (policy !== undefined) return policy;
  throw new ServiceError(
    'policy_unknown',
    'There is no policy of this policy_id. GET /v2/policies/ lists all of them.',
    { details: { policy_id } },
  );
}

function toAppliedPolicy(one: RequestedPolicy, policy: ShippedPolicy, id: string): AppliedPolicy {
  const values = checkValues(policy, one.configuration ?? null);
  return {
    id,
    policy_id: policy.policy_id,
    auth_required: one.auth_required === true,
    enabled_by_default: one.enabled_by_default === true,
    configuration: values,
  };
}
