import type {
  EditableFields,
  NewApplication,
  NewVersion,
  VersionChange,
} from '../../../contract/application-fields.ts';
import type { Flag } from '../../migrations/tables/columns.ts';
import { readEndDate } from '../../platform/http/responses/timestamps.ts';
import type { ApplicationRow, VersionRow } from './store.ts';

/** Converts each field to the column of the same name. The types ensure that no field is forgotten. */
type Writers<Fields, Row, Names extends keyof Fields & keyof Row> = {
  readonly [Name in Names]: (value: Exclude<Fields[Name], undefined>) => Row[Name];
};

export const toFlag = (value: boolean): Flag => (value ? 1 : 0);
const passThrough = <T>(value: T): T => value;
/** The empty text in place of null. */
const toText = (value: string | null): string => value ?? '';
const toMetadataJson = (value: Record<string, unknown> | null) =>
  value === null ? null : JSON.stringify(value);
/** In the order of document 2, Editable fields that apply to some app types. */
const sortForms = (forms: readonly string[]) => JSON.stringify([...forms].sort());

type VersionFields = keyof VersionChange;
/** What the address of an application means depends on the kind of application: `publishing/addresses.ts`. */
type Address = 'url';

const ofApplication: Writers<
  EditableFields,
  ApplicationRow,
  Exclude<keyof EditableFields, VersionFields | Address> | 'custom_metadata'
> = {
  enabled: toFlag,
  sort_weight: passThrough,
  reviews_enabled: toFlag,
  no_auth_delivery_enabled: toFlag,
  add_to_start: toFlag,
  form_factor_override: sortForms,
  custom_metadata: toMetadataJson,
};

const ofVersion: Writers<EditableFields, VersionRow, VersionFields> = {
  app_name: passThrough,
  version_num: passThrough,
  version_note: toText,
  author: toText,
  short_description: toText,
  long_description: toText,
  custom_metadata: toMetadataJson,
  required: toFlag,
  required_by: (value) => readEndDate('required_by', value),
  notify_users: toFlag,
};

type Publishing = NewApplication & NewVersion;
/** Fields of a publication that are not columns: groups are assigned, an upload is published, a hybrid is detected. */
type NoColumn = 'groups' | 'upload_id' | 'hybrid';

const ofNewApplication: Writers<
  Publishing,
  ApplicationRow,
  Exclude<keyof Publishing, keyof EditableFields | NoColumn>
> = { is_app_catalog: toFlag };

/** The columns that the fields of a request set. */
const toColumns = <Row>(writers: object, data: object): Partial<Row> => {
  const sent = Object.entries(data).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(writers, name),
  );
  const write = writers as Record<string, (value: unknown) => unknown>;
  return Object.fromEntries(sent.map(([name, value]) => [name, write[name]?.(value)])) as Partial<Row>;
};

/** Columns of the application that the editable fields set. */
export const toApplicationColumns = (data: EditableFields): Partial<ApplicationRow> =>
  toColumns(ofApplication, data);

/** The same, with the fields that only a new application has. */
export const toNewApplicationColumns = (data: NewApplication): Partial<ApplicationRow> =>
  toColumns({ ...ofApplication, ...ofNewApplication }, data);

/** Columns of the version that the editable fields set. Error: `invalid_input` for `required_by`. */
export const toVersionColumns = (data: EditableFields): Partial<VersionRow> => toColumns(ofVersion, data);
