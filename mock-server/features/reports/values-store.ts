import { sql } from 'kysely';
import { platforms } from '../../../contract/common/rows.ts';
import { finalSigma, sigma } from '../../platform/database/fold.ts';
import {
  buildDeviceColumns,
  buildPersonColumns,
  column,
  platformOf,
  type Sql,
  type Value,
} from '../journals/facade.ts';
import type { Filter, FilterValue, ReportColumn } from './report.ts';

/** The value of a column in folded form; see `fold`. */
export const foldedValue = (value: Value): Value =>
  sql`replace(lower(${value}), ${sql.lit(finalSigma)}, ${sql.lit(sigma)})`;

/** A column that `search` searches. */
export const searchableColumn = <C extends ReportColumn>(column: C): ReportColumn => ({
  ...column,
  folded: column.folded ?? foldedValue(column.value),
});

/** The columns of the person, searchable by the names that are stored in folded form. */
export const searchablePersonColumns = (namesDeleted: boolean): ReportColumn[] =>
  buildPersonColumns(namesDeleted).map((column) => {
    const stored = sql.ref(`users.${column.name}_folded`);
    return {
      ...column,
      folded: namesDeleted ? sql`${stored}` : sql`case when users.deleted is null then ${stored} end`,
    };
  });

/** The columns of the device; its identifier is hidden by default. */
export function hiddenDeviceColumns(namesDeleted: boolean): readonly [ReportColumn, ReportColumn] {
  const [id, name] = buildDeviceColumns(namesDeleted);
  return [{ ...id, hidden: true }, name];
}

/** Words for codes: `case value when 0 then 'Unknown' … end`. */
export const labelledValue = (value: Value, labels: readonly Pick<FilterValue, 'value' | 'label'>[]): Value =>
  sql`case ${value} ${sql.join(
    labels.map((known) => sql`when ${sql.lit(known.value)} then ${sql.lit(known.label)}`),
    sql` `,
  )} end`;

/** Values of a filter that compares one expression with a code. */
export const listCodes = (
  value: Value,
  labels: readonly Pick<FilterValue, 'value' | 'label'>[],
): readonly FilterValue[] =>
  labels.map((known) => ({ ...known, where: () => sql`${value} = ${sql.lit(known.value)}` }));

export const platformLabels = Object.values(platforms);

export const formFactorLabels = [
  { value: 0, label: 'Unknown' },
  { value: 1, label: 'Phone' },
  { value: 2, label: 'Tablet' },
];

/** System of a row of `devices`; document 3, Operating system codes. */
export const devicePlatform: Value = sql`case
  when devices.operating_system = 1 then 1
  when devices.operating_system between 100 and 199 then 2
  when devices.operating_system between 400 and 499 then 4
end`;

/** `platform` in a row of a report, which says codes as words; feeds have the numbers. */
const buildPlatformColumn = (description: string, value: Value) =>
  column('platform', 'string', description, labelledValue(value, platformLabels));

export const devicePlatformColumn = buildPlatformColumn('System of the device', devicePlatform);
export const applicationPlatformColumn = buildPlatformColumn('System of the application', platformOf);

export const applicationPlatform: Filter = {
  name: 'platform',
  description: 'System of the application',
  values: listCodes(platformOf, platformLabels),
};

export const formFactor: Filter = {
  name: 'form_factor',
  description: 'Form of the device',
  values: listCodes(sql`devices.form_factor`, formFactorLabels),
};

/** A filter of codes that depend on the moment. */
export const codeFilterNow = (
  name: Filter['name'],
  description: string,
  value: (now: string) => Value,
  labels: readonly { value: number; label: string }[],
): Filter => ({
  name,
  description,
  values: labels.map((known) => ({
    ...known,
    where: ({ now }) => sql`${value(now)} = ${sql.lit(known.value)}`,
  })),
});

/**
 * A value in a statement. SQLite plans a join again whenever a bare parameter in it is set, which takes longer than the
 * join itself; inside an expression the parameter has no such effect. The expression (joined with an empty text, or
 * added to zero) also has no affinity: with one, SQLite would use only the first of several columns that are compared
 * as a row.
 */
export const boundValue = (value: string | number): Sql =>
  typeof value === 'number' ? sql`(cast(${value} as bigint) + 0)` : sql`(cast(${value} as text) || '')`;
