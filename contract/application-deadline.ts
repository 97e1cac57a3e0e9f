import { Type } from 'typebox';
import { AnyIdentifier, Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { operation } from './common/operation.ts';

export const setDeadline = operation({
  area: 'applications',
  context: 'publisher',
  within: ['own_applications'],
  name: 'setDeadline',
  method: 'PUT',
  path: '/v3/applications/:application/deadline/',
  params: Type.Object({ application: PathIdentifier }),
  body: Type.Object({
    required_by: nullable(
      Type.String({
        maxLength: 40,
        description: 'Without an offset in UTC, a date alone from its first moment on; null: no date',
      }),
    ),
    version: Type.Optional(nullable(AnyIdentifier)),
    notify_users: Type.Optional(
      Type.Boolean({ description: 'Default true: tells the people for whom it is mandatory' }),
    ),
  }),
  response: output({
    deadline: output({
      application: Id,
      version: Id,
      version_num: Type.String(),
      required_by: Timestamp,
      changed: Type.Boolean(),
    }),
  }),
  source: 'ours: the documents set `required_by` only together with a new version',
  summary: 'Move or remove the date by which a version (default: the latest) has to be installed',
});
