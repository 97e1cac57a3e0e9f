import { type Static, Type } from 'typebox';
import { nullable, output, PathIdentifier } from './common/fields.ts';
import { operation } from './common/operation.ts';
import { CellValue, FieldType } from './common/rows.ts';

/** Document 3, Reports. */
export const reportNames = [
  'app_usage',
  'device_details',
  'download_inventory',
  'inspections',
  'location_services_status',
  'terms_and_conditions_responses',
  'most_popular_apps',
  'user_details',
  'users_by_groups',
] as const;
export type ReportName = (typeof reportNames)[number];

/** Filters whose value is one of a list; the `filter_params` of a report name those that it has. */
export const reportFilters = [
  'platform',
  'form_factor',
  'jailbreak_status',
  'device_status',
  'disabled_by',
  'status',
  'download_type',
  'role',
  'invite_status',
  'user_status',
] as const;
export type ReportFilter = (typeof reportFilters)[number];

/** Document 3, Report definition. */
export const ReportDefinition = output({
  description: Type.String(),
  fields: Type.Array(
    output({
      name: Type.String(),
      description: Type.String(),
      type: FieldType,
      sortable: Type.Boolean(),
      searchable: Type.Boolean(),
      exact_match: Type.Boolean(),
      hidden_by_default: Type.Boolean(),
    }),
  ),
  default_sort: Type.Array(output({ field: Type.String(), asc_order: Type.Boolean() })),
  path: Type.String(),
  filter_params: Type.Array(
    output({
      name: Type.String(),
      description: Type.String(),
      required: Type.Boolean(),
      type: Type.Union([Type.Literal('date_range'), Type.Literal('integer')]),
      possible_values: Type.Array(output({ value: Type.Integer(), label: Type.String() })),
    }),
  ),
});
export type ReportDefinition = Static<typeof ReportDefinition>;

const ReportParams = Type.Object({ report_name: PathIdentifier });
const shared = {
  area: 'reports',
  method: 'GET',
  context: 'administrator',
  source: 'document 3, Reports',
} as const;
const Definitions = Type.Record(Type.String(), ReportDefinition);

export const listReports = operation({
  ...shared,
  name: 'listReports',
  path: '/v2/reports/',
  response: Definitions,
  summary: 'List the definitions of all reports, by their names',
});

export const readReportFieldInfo = operation({
  ...shared,
  name: 'readReportFieldInfo',
  path: '/v2/reports/:report_name/field_info/',
  params: ReportParams,
  response: Definitions,
  summary: 'Read the definition of a report, by its name',
});

const Filter = Type.Optional(Type.Integer());

/** Most rows in one answer of JSON. */
export const maxBlockSize = 1000;

export const readReport = operation({
  ...shared,
  name: 'readReport',
  path: '/v2/reports/:report_name/',
  params: ReportParams,
  query: Type.Object(
    {
      block_token: Type.Optional(
        Type.String({
          maxLength: 4000,
          description: 'The `next_block_token` or `prev_block_token` of another answer',
        }),
      ),
      format: Type.Optional(
        Type.Literal('csv', {
          description: 'All rows as CSV (RFC 4180, UTF-8), in place of a block of JSON',
        }),
      ),
      count: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: `The most rows to answer; a block of JSON has at most ${maxBlockSize}`,
        }),
      ),
      search: Type.Optional(
        Type.String({
          maxLength: 500,
          description: 'Terms separated by commas: rows that contain any of them',
        }),
      ),
      date: Type.Optional(
        Type.String({ maxLength: 100, description: 'First and last day, or moments: <date>,<date>; UTC' }),
      ),
      platform: Filter,
      form_factor: Filter,
      jailbreak_status: Filter,
      device_status: Filter,
      disabled_by: Filter,
      status: Filter,
      download_type: Filter,
      role: Filter,
      invite_status: Filter,
      user_status: Filter,
    },
    { additionalProperties: false },
  ),
  response: output({
    report: output({
      report_name: Type.String(),
      entries: Type.Array(Type.Record(Type.String(), CellValue)),
      entries_returned: Type.Integer({ minimum: 0 }),
      total_available: Type.Integer({ minimum: 0 }),
      end_of_data: Type.Boolean(),
      next_block_token: nullable(Type.String()),
      prev_block_token: nullable(Type.String()),
    }),
  }),
  summary: 'Read a report in blocks, or as CSV',
});

export const reportOperations = [listReports, readReportFieldInfo, readReport] as const;
