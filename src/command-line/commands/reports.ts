import { listReports, readReport } from '../../../contract/reports.ts';
import { defineCommand } from '../command.ts';
import { usageError } from '../problems.ts';
import type { Service } from '../service.ts';
import { table } from '../table.ts';

const reports = defineCommand({
  name: 'reports',
  summary: 'Print a report; without a name, list the reports',
  operands: ['[REPORT]'],
  options: {
    csv: { type: 'boolean', help: 'print all rows as CSV, as they come' },
    search: {
      type: 'string',
      value: 'TERMS',
      help: 'only rows with any of these terms, separated by commas',
    },
    date: {
      type: 'string',
      value: 'FROM,TO',
      help: 'only rows of these days, as 2030-01-01,2030-01-31 (UTC)',
    },
    filter: {
      type: 'string',
      value: 'NAME=VALUE',
      multiple: true,
      help: 'one of the report’s filters, by number',
    },
  },
  examples: [
    'appshelf reports app-usage --csv > usage.csv',
    'appshelf reports user-details --filter user_status=0',
  ],
  async run({ signedIn, operands: [name], options, terminal }) {
    const service = await signedIn();
    if (name === undefined) return list(service);
    const params = { report_name: toReportName(name) };
    const requested = { ...filters(options.filter), search: options.search, date: options.date };
    if (options.csv) {
      // A refusal comes in an answer of its own; the stream contains only rows.
      await service.call(readReport, { params, query: { ...requested, count: 1 } });
      await terminal.stream(
        await service.open(readReport, { params, query: { ...requested, format: 'csv' } }),
      );
      return { text: '', json: null };
    }
    const { report } = await service.call(readReport, { params, query: requested });
    const [first] = report.entries;
    const rows = report.entries.map((entry) => Object.values(entry).map((cell) => String(cell ?? '')));
    const text = table(Object.keys(first ?? {}), rows, 'There are no rows.');
    const more = `The first ${report.entries_returned} of ${report.total_available}; --csv prints all.`;
    return { text: report.end_of_data ? text : `${text}\n${more}`, json: report };
  },
});

async function list(service: Service) {
  const all = await service.call(listReports);
  const rows = Object.entries(all).map(([name, { description, filter_params }]) => [
    name,
    filter_params.map((filter) => filter.name).join(', '),
    description,
  ]);
  return { text: table(['REPORT', 'FILTERS', 'SHOWS'], rows, ''), json: all };
}

/** Names may be written with hyphens. */
export const toReportName = (name: string): string => name.replaceAll('-', '_');

/** Error: `wrongUse` for anything but names with whole numbers. */
export function filters(values: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    values.map((filter) => {
      const [, name = '', value = ''] = /^([a-z_]+)=(-?\d{1,9})$/.exec(filter) ?? [];
      if (name === '') throw usageError(`“${filter}” is not a filter. Write it as user_status=0.`);
      return [name, Number(value)];
    }),
  );
}

export const reportCommands = [reports];
