import { join } from 'node:path';
import { feeds } from '../../mock-server/features/feeds/feeds.ts';
import { presentFeed } from '../../mock-server/features/feeds/presenter.ts';
import { presentReport } from '../../mock-server/features/reports/presenter.ts';
import { reports } from '../../mock-server/features/reports/reports.ts';

export const reportsPath = join(import.meta.dirname, '../../docs/reports.md');
const begin = '<!-- Begin of the tables, written by test/contract/write-reports-page.ts -->';
const end = '<!-- End of the tables -->';

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const code = (text: string) => `\`${text}\``;

function reportTables(): string[] {
  return Object.values(reports).flatMap((report) => {
    const { description, fields, default_sort, filter_params } = presentReport(report);
    const order = default_sort.map(
      ({ field, asc_order }) => `${code(field)}${asc_order ? '' : ' descending'}`,
    );
    const filters = filter_params.map(({ name, possible_values }) =>
      possible_values.length === 0
        ? code(name)
        : `${code(name)} (${possible_values.map(({ value, label }) => `${value} ${label}`).join(', ')})`,
    );
    return [
      `### ${report.name}`,
      '',
      `${description}. Order: ${order.join(', ')}. Filters: ${filters.join('; ') || 'none'}.`,
      '',
      line(['column', 'type', 'holds', 'searched']),
      line(['---', '---', '---', '---']),
      ...fields.map(({ name, type, description: holds, searchable, exact_match, hidden_by_default }) =>
        line([
          code(name),
          code(type),
          `${holds}${hidden_by_default ? '; hidden by default' : ''}`,
          searchable ? (exact_match ? 'whole' : 'yes') : '',
        ]),
      ),
      '',
    ];
  });
}

function feedTables(): string[] {
  return Object.values(feeds).flatMap((feed) => {
    const { description, fields, filter_params } = presentFeed(feed);
    return [
      `### ${feed.name}`,
      '',
      `${description}. Filters: ${filter_params.map(({ name }) => code(name)).join(', ')}.`,
      '',
      line(['column', 'type', 'holds']),
      line(['---', '---', '---']),
      ...fields.map(({ name, type, description: holds }) => line([code(name), code(type), holds])),
      '',
    ];
  });
}

/** The page with its tables as the definitions are now. */
export function reportsPage(page: string): string {
  const [before = '', rest = ''] = page.split(begin);
  const [, after = ''] = rest.split(end);
  const tables = [
    '## Columns of the reports',
    '',
    ...reportTables(),
    '## Columns of the feeds',
    '',
    ...feedTables(),
  ];
  return `${before}${begin}\n\n${tables.join('\n')}\n${end}${after}`;
}
