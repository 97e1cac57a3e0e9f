import {
  type ConfigurableField,
  type Policy,
  type PolicyId,
  type PolicyName,
  vendor,
} from '../../../contract/policies.ts';

/** A policy that is shipped with the service, without its presets. */
export interface ShippedPolicy extends Omit<Policy, 'configurations' | 'policy_id'> {
  policy_id: PolicyId;
  /** Who acts on the policy: the application, which therefore needs a document in its package, or only this service. */
  actedOnBy: 'application' | 'service';
}

const created = '2026-01-01T00:00:00.000+00:00';

type PolicyTexts = Pick<ShippedPolicy, 'display_name' | 'display_description' | 'is_dynamic' | 'actedOnBy'> &
  Partial<Pick<ShippedPolicy, 'auth_optional'>> & { fields?: Record<string, ConfigurableField> };

/** The titles and contents of policies are ours; document 2, Policies, names the policies and their options. */
const policyTexts: Record<PolicyName, PolicyTexts> = {
  'app-usage': {
    display_name: 'App usage',
    display_description: 'The application reports when it is used. It does so only if it reads its policies.',
    is_dynamic: false,
    actedOnBy: 'application',
  },
  'enterprise-sso': {
    display_name: 'Enterprise sign-in',
    display_description:
      'The application lets people in only after they sign in with their account of this organization. ' +
      'It does so only if it reads its policies.',
    is_dynamic: false,
    auth_optional: false,
    actedOnBy: 'application',
  },
  'open-webpage-url': {
    display_name: 'Open a web page',
    display_description:
      'The application opens a web page when it starts. It does so only if it reads its policies.',
    is_dynamic: true,
    actedOnBy: 'application',
    fields: {
      open_webpage_url: {
        label: 'Address of the web page',
        type: 'text',
        default: null,
        validation: { type: 'url', required: true },
      },
      open_webpage_frequency: {
        label: 'Hours before it is opened again',
        type: 'text',
        default: '24',
        validation: { type: 'number', required: false, min: 1 },
      },
    },
  },
  'collect-crash-reports': {
    display_name: 'Collect crash reports',
    display_description:
      'The application reports when it crashed, and where. It does so only if it reads its policies.',
    is_dynamic: false,
    actedOnBy: 'application',
  },
  'access-control': {
    display_name: 'Access control',
    display_description:
      'The catalog offers the application only between two dates. On devices that have it already, it is ' +
      'closed outside of them only if it reads its policies.',
    is_dynamic: true,
    actedOnBy: 'service',
    fields: {
      access_date_range: {
        label: 'When it may be used',
        type: 'date_range',
        default: null,
        validation: { type: 'date_range', required: false },
      },
    },
  },
};

const createShippedPolicy = (name: PolicyName): ShippedPolicy => {
  const { fields = null, auth_optional = true, ...rest } = policyTexts[name];
  return {
    id: name.replaceAll('-', ''),
    policy_id: `${vendor}.${name}`,
    ...rest,
    auth_optional,
    created,
    supports_ios: true,
    supports_android: true,
    configurable_fields: fields,
  };
};

/** Every policy, in the order in which lists show them. */
export const shippedPolicies: readonly ShippedPolicy[] = [
  createShippedPolicy('app-usage'),
  createShippedPolicy('enterprise-sso'),
  createShippedPolicy('open-webpage-url'),
  createShippedPolicy('collect-crash-reports'),
  createShippedPolicy('access-control'),
];

/** A policy by its id or `policy_id`; undefined when there is none. */
export const findPolicy = (identifier: string): ShippedPolicy | undefined =>
  shippedPolicies.find(({ id, policy_id }) => id === identifier || policy_id === identifier);
