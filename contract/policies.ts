import { type Static, Type } from 'typebox';
import { Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { operation } from './common/operation.ts';

/** The first part of every policy's name, and of the document that is put into packages; document 2, Policies. */
export const vendor = 'vendor';

/** The policies that are shipped with the service, by the second part of their names. */
export const policyNames = [
  'app-usage',
  'enterprise-sso',
  'open-webpage-url',
  'collect-crash-reports',
  'access-control',
] as const;
export type PolicyName = (typeof policyNames)[number];
export type PolicyId = `${typeof vendor}.${PolicyName}`;

/** The type and limits of a field of a configuration; document 2, Policies, `configurable_fields`. */
export const ConfigurableField = output({
  label: Type.String(),
  type: Type.Union([Type.Literal('text'), Type.Literal('date_range')]),
  default: nullable(Type.String()),
  validation: output({
    type: Type.Union([Type.Literal('url'), Type.Literal('number'), Type.Literal('date_range')]),
    required: Type.Boolean(),
    min: Type.Optional(Type.Integer()),
  }),
});
export type ConfigurableField = Static<typeof ConfigurableField>;

/** The values of a policy's options, by their names. */
export const OptionValues = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown());
export type OptionValues = Static<typeof OptionValues>;

/** A preset configuration; document 2, Policies. */
export const PolicyConfiguration = output({
  id: Id,
  policy_id: Type.String(),
  name: nullable(Type.String()),
  auth_required: Type.Boolean(),
  enabled_by_default: Type.Boolean(),
  is_a_preset: Type.Boolean(),
  created_time: Timestamp,
  configuration: nullable(OptionValues),
});
export type PolicyConfiguration = Static<typeof PolicyConfiguration>;

/** Document 2, Policies. */
export const Policy = output({
  id: Id,
  policy_id: Type.String(),
  display_name: Type.String(),
  display_description: Type.String(),
  created: Timestamp,
  auth_optional: Type.Boolean(),
  is_dynamic: Type.Boolean({ description: 'True when it can change without a new package' }),
  supports_ios: Type.Boolean(),
  supports_android: Type.Boolean(),
  configurable_fields: nullable(Type.Record(Type.String(), ConfigurableField)),
  configurations: Type.Array(PolicyConfiguration),
});
export type Policy = Static<typeof Policy>;

const shared = { area: 'policies', source: 'document 2, Policies' } as const;
const reading = { ...shared, method: 'GET', context: 'valid_user' } as const;
const PolicyParams = Type.Object({ policy: PathIdentifier });
const ConfigurationParams = Type.Object({ configuration: PathIdentifier });

export const listPolicies = operation({
  ...reading,
  name: 'listPolicies',
  path: '/v2/policies/',
  response: output({ policies: Type.Array(Policy) }),
  summary: 'List the policies with their presets',
});

export const readPolicy = operation({
  ...reading,
  name: 'readPolicy',
  path: '/v2/policies/:policy/',
  params: PolicyParams,
  response: output({ policy: Policy }),
  summary: 'Read a policy, by id or policy_id',
});

/** Null counts as not sent; other fields of a preset are ignored. */
export const presetFields = {
  name: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  auth_required: Type.Optional(nullable(Type.Boolean())),
  enabled_by_default: Type.Optional(
    nullable(
      Type.Boolean({
        description: 'Stored and answered, without effect: an applied policy is always enabled',
      }),
    ),
  ),
  configuration: Type.Optional(nullable(OptionValues)),
};
export const Preset = Type.Object(presetFields);
export type Preset = Static<typeof Preset>;

const presetAnswer = output({ configuration: PolicyConfiguration });
/** Everybody who publishes may change presets; open choices, Safety. */
const changing = { ...shared, context: 'publisher' } as const;

export const addPreset = operation({
  ...changing,
  name: 'addPreset',
  method: 'POST',
  path: '/v2/policies/:policy/configurations/',
  params: PolicyParams,
  body: Preset,
  response: presetAnswer,
  summary: 'Make a preset of a policy',
});

export const readPreset = operation({
  ...reading,
  name: 'readPreset',
  path: '/v2/policies/configurations/:configuration/',
  params: ConfigurationParams,
  response: presetAnswer,
  summary: 'Read a preset',
});

export const updatePreset = operation({
  ...changing,
  name: 'updatePreset',
  method: 'PUT',
  path: '/v2/policies/configurations/:configuration/',
  params: ConfigurationParams,
  body: Preset,
  response: presetAnswer,
  summary: 'Change a preset; applications that it was applied to stay as they are',
});

export const deletePreset = operation({
  ...changing,
  name: 'deletePreset',
  method: 'DELETE',
  path: '/v2/policies/configurations/:configuration/',
  params: ConfigurationParams,
  response: output({ deleted: Type.Boolean() }),
  summary: 'Delete a preset; applications that it was applied to stay as they are',
});

export const policyOperations = [
  listPolicies,
  readPolicy,
  addPreset,
  readPreset,
  updatePreset,
  deletePreset,
] as const;
