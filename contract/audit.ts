import { type Static, Type } from 'typebox';
import { Id, nullable, output, Timestamp } from './common/fields.ts';
import { ListControls, TotalAvailable } from './common/lists.ts';
import { operation } from './common/operation.ts';

const Fields = nullable(Type.Record(Type.String(), Type.Unknown()));

/** What happened to an object: the fields that differ, without secrets. */
const AuditChange = output({
  kind: Type.String(),
  id: Type.String(),
  /** Null when the object was created. */
  before: Fields,
  /** Null when the object was deleted. */
  after: Fields,
});

/** A row of the audit log. */
export const AuditEntry = output({
  id: Id,
  /** Its place in the chain; null until it is chained, moments later. */
  position: nullable(Type.Integer({ minimum: 1 })),
  at: Timestamp,
  /** The name of the operation, `job:` and a kind of job, `service`, or `outside`: a change made in the database itself. */
  action: Type.String(),
  outcome: Type.Union([Type.Literal('done'), Type.Literal('refused')]),
  /** Who did it; null for the service itself and for callers without a sign-in. */
  actor: nullable(
    output({
      organization: Id,
      id: Id,
      /** Null once the user is deleted. */
      user_id: nullable(Type.String()),
      deleted: Type.Boolean(),
    }),
  ),
  /** Where the request came from; null when no request did it, and once it is erased. */
  from: nullable(
    output({
      address: Type.String(),
      agent: nullable(Type.String()),
      session: nullable(Type.String()),
      device: nullable(Type.String()),
    }),
  ),
  object: nullable(output({ kind: Type.String(), id: Type.String() })),
  changes: Type.Array(AuditChange),
  /** How many changes there were beyond the listed ones. */
  more_changes: Type.Integer({ minimum: 0 }),
  /** What was sent, without secrets, when no changes are listed. */
  sent: Type.Unknown(),
  /** The name of the error with which the request was refused. */
  error: nullable(Type.String()),
  /** Whether everything but who, when and what was erased, because a person concerned was deleted. */
  erased: Type.Boolean(),
});
export type AuditEntry = Static<typeof AuditEntry>;

const filters = {
  search: ListControls.properties.search,
  action: Type.Optional(Type.String({ maxLength: 100 })),
  /** Id of who did it. */
  user: Type.Optional(Id),
  /** Id of what it was done to. */
  object: Type.Optional(Type.String({ maxLength: 200 })),
  /** From this moment on, and before that one. */
  from: Type.Optional(Type.String({ maxLength: 50 })),
  to: Type.Optional(Type.String({ maxLength: 50 })),
};

const shared = { area: 'audit', context: 'administrator', source: 'ours: the audit log' } as const;

export const listAudit = operation({
  ...shared,
  name: 'listAudit',
  method: 'GET',
  path: '/v3/audit/',
  query: Type.Object({ ...ListControls.properties, ...filters }),
  response: output({ audit: Type.Array(AuditEntry), total_available: TotalAvailable }),
  summary: 'List what was changed and what was refused, by whom; the newest first unless sort says otherwise',
});

export const exportAudit = operation({
  ...shared,
  name: 'exportAudit',
  method: 'GET',
  path: '/v3/audit/export/',
  query: Type.Object({
    ...filters,
    format: Type.Union([Type.Literal('csv'), Type.Literal('jsonl')], { default: 'jsonl' }),
  }),
  response: Type.String(),
  deliveries: ['lines'],
  summary: 'Export the audit log, the oldest first, as CSV or as lines of JSON',
});

const AuditSettings = output({
  /** How many days rows are kept; null: as long as the service's settings say. */
  days_kept: nullable(Type.Integer({ minimum: 30, maximum: 3650 })),
});

export const readAuditSettings = operation({
  ...shared,
  name: 'readAuditSettings',
  method: 'GET',
  path: '/v3/audit/settings/',
  response: AuditSettings,
  summary: 'Read how long the audit log is kept',
});

export const updateAuditSettings = operation({
  ...shared,
  name: 'updateAuditSettings',
  method: 'PUT',
  path: '/v3/audit/settings/',
  recentSignIn: 'always',
  body: AuditSettings,
  response: AuditSettings,
  summary: 'Change how long the audit log is kept',
});

export const auditOperations = [listAudit, exportAudit, readAuditSettings, updateAuditSettings] as const;
