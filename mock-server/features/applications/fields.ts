import type { EditableFields } from '../../../contract/application-fields.ts';
import { noEndDate } from '../../../contract/common/codes.ts';
import type { Flag } from '../../migrations/tables.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import type { ApplicationRow, VersionRow } from './store.ts';

export const flag = (value: boolean): Flag => (value ? 1 : 0);

const ifGiven = <T, R>(value: T | undefined, store: (value: T) => R): R | undefined =>
  value === undefined ? undefined : store(value);

/** Without the columns that nobody set. */
const given = <T extends object>(columns: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Columns of the application that the editable fields set. */
export const applicationColumns = (data: EditableFields): Partial<ApplicationRow> =>
  given({
    enabled: ifGiven(data.enabled, flag),
    sort_weight: data.sort_weight,
    reviews_enabled: ifGiven(data.reviews_enabled, flag),
    no_auth_delivery_enabled: ifGiven(data.no_auth_delivery_enabled, flag),
    add_to_start: ifGiven(data.add_to_start, flag),
    form_factor_override: ifGiven(data.form_factor_override, inOrder),
    custom_metadata: ifGiven(data.custom_metadata, metadata),
  });

/** Columns of the version that the editable fields set. Error: `invalid_input` for `required_by`. */
export const versionColumns = (data: EditableFields): Partial<VersionRow> =>
  given({
    app_name: data.app_name,
    version_num: data.version_num,
    version_note: data.version_note,
    author: data.author,
    short_description: data.short_description,
    long_description: data.long_description,
    custom_metadata: ifGiven(data.custom_metadata, metadata),
    required: ifGiven(data.required, flag),
    required_by: ifGiven(data.required_by, readDeadline),
    notify_users: ifGiven(data.notify_users, flag),
  });

/** As document 2 writes the list. */
const inOrder = (forms: readonly string[]) => JSON.stringify([...forms].sort());

const metadata = (value: Record<string, unknown> | null) => (value === null ? null : JSON.stringify(value));

/** An ISO 8601 date to UTC; null and the no-end value to null. Error: `invalid_input`. */
export function readDeadline(value: string | null): string | null {
  if (value === null || value.startsWith(noEndDate.slice(0, 10))) return null;
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) {
    throw new ServiceError('invalid_input', 'required_by: write it as an ISO 8601 date.', {
      details: { field: 'required_by' },
    });
  }
  return moment.toISOString();
}
