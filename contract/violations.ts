import { type Static, Type } from 'typebox';
import { output } from './common/fields.ts';
import { operation } from './common/operation.ts';
import { violationsPath } from './common/service-paths.ts';

/** A report as browsers send it; Reporting API, "Sample reports". What is in its body depends on its type. */
const Report = Type.Object({
  type: Type.String({ maxLength: 100 }),
  url: Type.Optional(Type.String({ maxLength: 4_000 })),
  body: Type.Optional(
    Type.Union([Type.Record(Type.String({ maxLength: 100 }), Type.Unknown()), Type.Null()]),
  ),
});
export type Report = Static<typeof Report>;

export const reportViolations = operation({
  name: 'reportViolations',
  area: 'violations',
  method: 'POST',
  path: violationsPath,
  context: 'none',
  consumes: 'application/reports+json',
  body: Type.Array(Report, { maxItems: 100 }),
  response: output({ logged: Type.Integer() }),
  recorded: false,
  source: 'ours: where the pages’ header Reporting-Endpoints sends browsers',
  summary:
    'Write what a browser reports about a page into the log: a violation of the security policy, a deprecated feature, a crash',
});

export const violationOperations = [reportViolations] as const;
