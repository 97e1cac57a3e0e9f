import type { ConfigurableField, OptionValues } from '../../../contract/policies.ts';
import { ServiceError } from '../../platform/errors.ts';
import { type AccessDates, readAccessDates } from './access-dates.ts';
import type { ShippedPolicy } from './shipped.ts';

const maxAddressLength = 2048;

/** What is wrong with the value of an option; null when nothing is. */
const problems: Record<ConfigurableField['validation']['type'], (value: unknown) => string | null> = {
  url: (value) =>
    isWebAddress(value)
      ? null
      : 'write an address that begins with https:// or http://, without spaces, user name and password',
  number: (value) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? null : 'write a whole number, such as "24"',
  date_range: findDateProblem,
};

/**
 * Whether a text is a valid web address. The application gets it as it was sent, so an address that only some parsers
 * would correct is not accepted.
 */
function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > maxAddressLength) return false;
  const url = /^https?:\/\/[^\s\p{C}]+$/iu.test(value) ? URL.parse(value) : null;
  return url !== null && url.username === '' && url.password === '';
}

function findDateProblem(value: unknown): string | null {
  try {
    const { start, end } = readAccessDates(value);
    return start !== null && end !== null && start >= end ? 'its end must come after its start' : null;
  } catch (error) {
    if (error instanceof ServiceError) return 'write start and end as ISO 8601 dates';
    throw error;
  }
}

/**
 * The option values of a configuration, checked against the fields of its policy. Options that are null are left out,
 * at any depth. A configuration that is null stays null. Error: `policy_configuration_invalid`, which names policy and
 * option.
 */
export function checkValues(policy: ShippedPolicy, values: OptionValues | null): OptionValues | null {
  const fields = policy.configurable_fields ?? {};
  const stored = values === null ? {} : stringifyNumbers(withoutNulls(values), fields);
  for (const [name, value] of Object.entries(stored)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) throw invalidOptionError(policy, name, 'the policy has no such option');
    const problem = problems[field.validation.type](value) ?? findMinimumProblem(field, value);
    if (problem !== null) throw invalidOptionError(policy, name, problem);
  }
  const missing = Object.keys(fields).find(
    (name) => fields[name]?.validation.required === true && !Object.hasOwn(stored, name),
  );
  if (missing !== undefined) throw invalidOptionError(policy, missing, 'it is required');
  return values === null ? null : stored;
}

/** The options with numbers as the texts that applications read: clients send both. */
const stringifyNumbers = (values: OptionValues, fields: Record<string, ConfigurableField>): OptionValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isNumber = Object.hasOwn(fields, name) && fields[name]?.validation.type === 'number';
      return [name, isNumber && typeof value === 'number' ? String(value) : value];
    }),
  );

const findMinimumProblem = ({ validation: { min } }: ConfigurableField, value: unknown): string | null =>
  min !== undefined && Number(value) < min ? `write ${min} or more` : null;

const isObject = (value: unknown): value is OptionValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Leaves out options that are null, at any depth, as if they were not sent. */
function withoutNulls(values: OptionValues): OptionValues {
  const set = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(
    set.map(([name, value]) => [name, isObject(value) ? withoutNulls(value) : value]),
  );
}

const invalidOptionError = (policy: ShippedPolicy, field: string, problem: string) =>
  new ServiceError('policy_configuration_invalid', `${policy.policy_id}, ${field}: ${problem}.`, {
    details: { policy_id: policy.policy_id, field },
  });

/** The moments between which the values of a policy offer the application. */
export const parseAccessDates = (values: OptionValues | null | undefined): AccessDates =>
  readAccessDates(values?.access_date_range ?? null);
