import type { ConfigurableField, OptionValues } from '../../../contract/policies.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { type AccessDates, readAccessDates } from './access-dates.ts';
import type { ShippedPolicy } from './shipped.ts';

const longestAddress = 2048;

/** Says what is wrong with an option; null when it may hold the value. */
const problems: Record<ConfigurableField['validation']['type'], (value: unknown) => string | null> = {
  url: (value) =>
    isWebAddress(value)
      ? null
      : 'write an address that begins with https:// or http://, without spaces, user name and password',
  number: (value) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value)
      ? null
      : 'write a whole number as text, such as "24"',
  date_range: problemOfDates,
};

/** The application gets the text as it was sent, so nothing counts that only some parsers mend. */
function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > longestAddress) return false;
  const url = /^https?:\/\/[^\s\p{C}]+$/iu.test(value) ? URL.parse(value) : null;
  return url !== null && url.username === '' && url.password === '';
}

function problemOfDates(value: unknown): string | null {
  try {
    const { start, end } = readAccessDates(value);
    return start !== null && end !== null && start >= end ? 'its end must come after its start' : null;
  } catch (error) {
    if (error instanceof ServiceError) return 'write start and end as ISO 8601 dates';
    throw error;
  }
}

/**
 * The option values of a configuration, checked against the fields of its policy, without those that are null: none is
 * nested in them. Null stays null. Error: `policy_configuration_invalid`, which names policy and option.
 */
export function checkedValues(policy: ShippedPolicy, values: OptionValues | null): OptionValues | null {
  const fields = policy.configurable_fields ?? {};
  const kept = values === null ? {} : withoutNulls(values);
  for (const [name, value] of Object.entries(kept)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) throw invalid(policy, name, 'the policy has no such option');
    const problem = problems[field.validation.type](value) ?? belowMinimum(field, value);
    if (problem !== null) throw invalid(policy, name, problem);
  }
  const missing = Object.keys(fields).find(
    (name) => fields[name]?.validation.required === true && !Object.hasOwn(kept, name),
  );
  if (missing !== undefined) throw invalid(policy, missing, 'it is required');
  return values === null ? null : kept;
}

const belowMinimum = ({ validation: { min } }: ConfigurableField, value: unknown): string | null =>
  min !== undefined && Number(value) < min ? `write ${min} or more` : null;

const isObject = (value: unknown): value is OptionValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Options that are null are as not sent, at any depth. */
function withoutNulls(values: OptionValues): OptionValues {
  const set = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(
    set.map(([name, value]) => [name, isObject(value) ? withoutNulls(value) : value]),
  );
}

const invalid = (policy: ShippedPolicy, field: string, problem: string) =>
  new ServiceError('policy_configuration_invalid', `${policy.policy_id}, ${field}: ${problem}.`, {
    details: { policy_id: policy.policy_id, field },
  });

/** Between which moments a policy's values offer the application. */
export const accessDatesOf = (values: OptionValues | null | undefined): AccessDates =>
  readAccessDates(values?.access_date_range ?? null);
