import { sql } from 'kysely';
import { applicationColumns, column, formatMoment, joinSubject, plainColumn } from '../journals/facade.ts';
import type { Report } from './report.ts';
import {
  applicationPlatformColumn,
  boundValue,
  hiddenDeviceColumns,
  labelledValue,
  searchableColumn,
  searchablePersonColumns,
} from './values-store.ts';

const [appName, appId, version] = applicationColumns;

const inspectionLabels = [
  { value: -1, label: 'Error' },
  { value: 0, label: 'None' },
  { value: 1, label: 'Uploading' },
  { value: 2, label: 'Pending' },
  { value: 3, label: 'Verified' },
];

export const inspections: Report = {
  name: 'inspections',
  description: 'Versions that were inspected; those that ended last first',
  columns: () => [
    searchableColumn(appName),
    { ...appId, hidden: true },
    searchableColumn(version),
    applicationPlatformColumn,
    column('date', 'date_time', 'When the last inspection ended', formatMoment('inspections.finished')),
    column(
      'inspection_status',
      'string',
      'State of the inspection',
      labelledValue(sql`versions.inspection_status`, inspectionLabels),
    ),
    column('problem', 'string', 'Why the last inspection failed', plainColumn('inspections.problem')),
    {
      ...column('checksum', 'string', 'SHA-256 of the file', plainColumn('inspections.sha256')),
      exact: true,
      hidden: true,
      folded: plainColumn('inspections.sha256'),
    },
  ],
  // Left joins, so that SQLite begins with the table that provides the order.
  tables: (_, { main }) => sql`${main}
    left join versions on versions.org_id = inspections.org_id and versions.id = inspections.version
    left join applications on applications.org_id = versions.org_id and applications.id = versions.application`,
  where: ({ orgId }) => sql`inspections.org_id = ${boundValue(orgId)} and inspections.finished is not null`,
  main: sql`inspections`,
  keys: [sql`inspections.finished`, sql`inspections.version`],
  descending: true,
  sortedBy: ['date'],
  date: { description: 'When the last inspection ended', value: sql`inspections.finished`, isFirstKey: true },
  filters: [],
};

export const termsResponses: Report = {
  name: 'terms_and_conditions_responses',
  description: 'Who accepted or declined which terms; the last answers first',
  columns: ({ namesDeleted }) => [
    ...searchablePersonColumns(namesDeleted),
    searchableColumn({
      ...appName,
      description: 'Name of the application; null for the terms of the catalog',
    }),
    { ...appId, hidden: true },
    column('terms_version', 'integer', 'Version of the terms', sql`terms.version`),
    column(
      'response',
      'string',
      '“Accepted” or “Declined”',
      labelledValue(sql`terms_responses.accepted`, [
        { value: 0, label: 'Declined' },
        { value: 1, label: 'Accepted' },
      ]),
    ),
    column('date', 'date_time', 'When the person answered', formatMoment('terms_responses.at')),
    ...hiddenDeviceColumns(namesDeleted),
  ],
  tables: ({ dialect }, { main, manyRows }) => sql`${main}
    left join terms on terms.org_id = terms_responses.org_id and terms.id = terms_responses.terms
    ${joinSubject(dialect, 'terms_responses', { manyRows })}
    left join applications on applications.org_id = terms.org_id and applications.id = terms.application
    left join versions on versions.org_id = applications.org_id and versions.id = applications.latest_version`,
  where: ({ orgId }) => sql`terms_responses.org_id = ${boundValue(orgId)}`,
  main: sql`terms_responses`,
  keys: [sql`terms_responses.at`, sql`terms_responses.id`],
  descending: true,
  sortedBy: ['date'],
  filters: [],
};
