import { type Static, Type } from 'typebox';
import { Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { operation } from './common/operation.ts';
import { OptionValues, presetFields } from './policies.ts';

/** A policy as it is applied to an application. `configuration` is null when it has no values. */
export const AppliedPolicy = output({
  id: Id,
  policy_id: Type.String(),
  auth_required: Type.Boolean(),
  enabled_by_default: Type.Boolean(),
  configuration: nullable(OptionValues),
});
export type AppliedPolicy = Static<typeof AppliedPolicy>;

/** A policy to apply. A preset, or a policy from an answer, can be sent back unchanged. Null counts as not sent. */
export const RequestedPolicy = Type.Object({
  policy_id: Type.String({ minLength: 1, maxLength: 200 }),
  auth_required: presetFields.auth_required,
  enabled_by_default: presetFields.enabled_by_default,
  configuration: presetFields.configuration,
});
export type RequestedPolicy = Static<typeof RequestedPolicy>;

const ofApplication = {
  area: 'policies',
  source: 'document 2, Policies',
  path: '/v2/applications/:application/policies/',
  context: 'administrator',
  params: Type.Object({ application: PathIdentifier }),
} as const;

export const readApplicationPolicies = operation({
  ...ofApplication,
  name: 'readApplicationPolicies',
  method: 'GET',
  response: output({
    status: output({ code: Type.Integer(), description: Type.String() }),
    previous_version_configurations: Type.Array(AppliedPolicy),
    configurations: Type.Array(AppliedPolicy),
  }),
  summary: 'Read the policies of an application, and how applying them stands',
});

export const applyPolicies = operation({
  ...ofApplication,
  name: 'applyPolicies',
  method: 'POST',
  fieldScopes: { credentials_id: 'credentials:write' },
  bodySize: 'large',
  body: Type.Object({
    configurations: Type.Array(RequestedPolicy, { maxItems: 100 }),
    credentials_id: Type.Optional(
      nullable(
        Type.String({
          maxLength: 100,
          description: 'Ours: stored credentials that the changed package is signed with at once',
        }),
      ),
    ),
  }),
  response: output({ configurations: Type.Array(AppliedPolicy) }),
  deliveries: ['accepted'],
  summary: 'Replace the policies of an application (202); an empty list does nothing (200)',
});

export const removePolicies = operation({
  ...ofApplication,
  name: 'removePolicies',
  method: 'DELETE',
  response: Type.Null(),
  summary: 'Remove all policies of an application; its package becomes the uploaded one again',
});

/** The token in an application's policy document, which identifies the application that reads or reports. */
const ApplicationHeaders = Type.Object({
  'x-application-token': Type.String({ minLength: 1, maxLength: 300 }),
});
/** Operations that applications call, with the token of their policy document instead of a person's token. */
const byApplication = { area: 'policies', context: 'none', headers: ApplicationHeaders } as const;

const optionalText = (maxLength: number, description: string) =>
  Type.Optional(nullable(Type.String({ maxLength, description })));

/** The kinds of events that an application reports; `policy_read`: it has read its policies. */
const eventKinds = ['usage', 'crash', 'sign_in', 'policy_read'] as const;

/** Something that happened in an application. */
export const PolicyEvent = Type.Object({
  id: Type.String({
    pattern: '^[0-9A-Za-z._-]{8,64}$',
    examples: ['2026-11-22-0001'],
    description: 'The same at every attempt: it is kept once',
  }),
  kind: Type.Enum(eventKinds),
  at: Type.String({ maxLength: 40, description: 'When it happened, or began; ISO 8601' }),
  ended: optionalText(40, 'usage: when it ended; ISO 8601'),
  version: optionalText(100, 'The version of the application'),
  device: optionalText(200, 'The device, as the application names it'),
  user: optionalText(200, 'The person, as they signed in'),
  succeeded: Type.Optional(nullable(Type.Boolean({ description: 'sign_in: whether it succeeded' }))),
  message: optionalText(1000, 'crash: what went wrong'),
  stack: optionalText(20_000, 'crash: where'),
});
export type PolicyEvent = Static<typeof PolicyEvent>;

/** Most events in one request. */
export const maxEvents = 500;

export const reportEvents = operation({
  ...byApplication,
  name: 'reportEvents',
  recorded: false,
  method: 'POST',
  path: '/v3/policies/events/',
  bodySize: 'large',
  body: Type.Object({ events: Type.Array(PolicyEvent, { minItems: 1, maxItems: maxEvents }) }),
  response: output({
    accepted: Type.Integer({ minimum: 0 }),
    known: Type.Integer({ minimum: 0, description: 'Events that were there already' }),
  }),
  source: 'ours: what an application reports because of its policies; docs/policies.md',
  summary: 'Report what happened in an application',
});

/** Kinds of events that this list has; events of usage are in their own report and feed. */
export const readKinds = ['crash', 'policy_read', 'sign_in'] as const;

/** An event as an application reported it; names and texts are the application's. */
export const ReportedEvent = output({
  id: Type.String(),
  kind: Type.Enum(readKinds),
  app_id: nullable(Id),
  app_name: nullable(Type.String()),
  version: nullable(Type.String({ description: 'The version of the application, as it names it' })),
  date: Timestamp,
  received: Timestamp,
  user_id: nullable(
    Type.String({ description: 'Login name; as the application said it where nobody has it' }),
  ),
  device_id: nullable(Type.String({ description: 'The device, as the application names it' })),
  device_name: nullable(Type.String({ description: 'Where these are the id of a device' })),
  succeeded: nullable(Type.Boolean({ description: 'sign_in: whether it succeeded' })),
  message: nullable(Type.String({ description: 'crash: what went wrong' })),
  stack: nullable(Type.String({ description: 'crash: where' })),
});
export type ReportedEvent = Static<typeof ReportedEvent>;

/** Events in one answer. */
export const eventsInBlock = 100;

export const listEvents = operation({
  area: 'policies',
  context: 'administrator',
  name: 'listEvents',
  method: 'GET',
  path: '/v3/policies/events/',
  query: Type.Object(
    {
      kind: Type.Enum(readKinds),
      application: Type.Optional(PathIdentifier),
      date: Type.Optional(
        Type.String({ maxLength: 100, description: 'First and last day, or moments: <date>,<date>; UTC' }),
      ),
      block_token: Type.Optional(
        Type.String({
          maxLength: 2000,
          description: 'The `next_block_token` of the answer before; with the same filters',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: output({
    events: Type.Array(ReportedEvent),
    end_of_data: Type.Boolean(),
    next_block_token: nullable(Type.String()),
  }),
  source: 'ours: what applications reported because of their policies; docs/policies.md',
  summary: 'Read crashes, and other events that applications reported, in blocks, newest first',
});

/** The policies that an application has to obey now. */
export const PolicyDocument = output({
  format: Type.Literal(1),
  application: Id,
  policies: Type.Array(
    output({
      policy_id: Type.String(),
      auth_required: Type.Boolean(),
      configuration: OptionValues,
    }),
  ),
});
export type PolicyDocument = Static<typeof PolicyDocument>;

export const readPolicyDocument = operation({
  ...byApplication,
  name: 'readPolicyDocument',
  method: 'GET',
  path: '/v3/policies/document/',
  response: PolicyDocument,
  source: 'ours: dynamic policies change without a new package; docs/policies.md',
  summary: 'Read the policies of the application that asks, dynamic ones as they are now',
});

export const applicationPolicyOperations = [
  readApplicationPolicies,
  applyPolicies,
  removePolicies,
  reportEvents,
  listEvents,
  readPolicyDocument,
] as const;
