import type { EditableFields } from '../../../contract/application-fields.ts';
import type { Flag } from '../../migrations/tables.ts';
import { readEndDate } from '../../platform/http/timestamps.ts';
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
    required_by: ifGiven(data.required_by, (value) => readEndDate('required_by', value)),
    notify_users: ifGiven(data.notify_users, flag),
  });

/** In the order of document 2, Editable fields that apply to some app types. */
const inOrder = (forms: readonly string[]) => JSON.stringify([...forms].sort());

const metadata = (value: Record<string, unknown> | null) => (value === null ? null : JSON.stringify(value));
