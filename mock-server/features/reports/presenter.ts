import type { ReportDefinition } from '../../../contract/reports.ts';
import type { QueryOptions, Report, ReportColumn } from './report.ts';

/** A scope for reading names and descriptions only; nothing is looked up in it. */
const metadataOptions: QueryOptions = {
  orgId: '',
  dialect: 'sqlite',
  now: '',
  since: '',
  namesDeleted: true,
};

/** Document 3, Report definition. */
export function presentReport(report: Report): ReportDefinition {
  const columns = report.columns(metadataOptions);
  return {
    description: report.description,
    fields: columns.map((column) => presentField(report, column)),
    default_sort: report.sortedBy.map((field) => ({ field, asc_order: !report.descending })),
    path: `/v2/reports/${report.name}/`,
    filter_params: [
      ...(report.date === undefined
        ? []
        : [
            {
              name: 'date',
              description: `${report.date.description}; <date>,<date> in UTC, both days included`,
              required: false,
              type: 'date_range' as const,
              possible_values: [],
            },
          ]),
      ...report.filters.map(({ name, description, values }) => ({
        name,
        description,
        required: false,
        type: 'integer' as const,
        possible_values: values.map(({ value, label }) => ({ value, label })),
      })),
    ],
  };
}

const presentField = (report: Report, { name, description, type, folded, exact, hidden }: ReportColumn) => ({
  name,
  description,
  type,
  sortable: report.sortedBy.includes(name),
  searchable: folded !== undefined,
  exact_match: exact ?? false,
  hidden_by_default: hidden ?? false,
});
