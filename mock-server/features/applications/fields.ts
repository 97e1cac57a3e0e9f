import type {
  EditableFields,
  NewApplication,
  NewVersion,
  VersionChange,
} from '../../../contract/application-fields.ts';
import type { Flag } from '../../migrations/tables/columns.ts';
import { readEndDate } from '../../platform/http/answers/timestamps.ts';
import type { ApplicationRow, VersionRow } from './store.ts';

/** Converts each field to the column of the same name. The types ensure that no field is forgotten. */
type Writers<Fields, Row, Names extends keyof Fields & keyof Row> = {
  readonly [Name in Names]: (value: Exclude<Fields[Name], undefined>) => Row[Name];
};

export const flag = (value: boolean): Flag => (value ? 1 : 0);
const asSent = <T>(value: T): T => value;
/** The empty text in place of null. */
const emptied = (value: string | null): string => value ?? '';
const metadata = (value: Record<string, unknown> | null) => (value === null ? null : JSON.stringify(value));
/** In the order of document 2, Editable fields that apply to some app types. */
const inOrder = (forms: readonly string[]) => JSON.stringify([...forms].sort());

type OfVersion = keyof VersionChange;
/** What the address of an application means depends on the kind of application: `publishing/addresses.ts`. */
type Address = 'url';

const ofApplication: Writers<
  EditableFields,
  ApplicationRow,
  Exclude<keyof EditableFields, OfVersion | Address> | 'custom_metadata'
> = {
  enabled: flag,
  sort_weight: asSent,
  reviews_enabled: flag,
  no_auth_delivery_enabled: flag,
  add_to_start: flag,
  form_factor_override: inOrder,
  custom_metadata: metadata,
};

const ofVersion: Writers<EditableFields, VersionRow, OfVersion> = {
  app_name: asSent,
  version_num: asSent,
  version_note: emptied,
  author: emptied,
  short_description: emptied,
  long_description: emptied,
  custom_metadata: metadata,
  required: flag,
  required_by: (value) => readEndDate('required_by', value),
  notify_users: flag,
};

type Publishing = NewApplication & NewVersion;
/** Fields of a publication that are not columns: groups are assigned, an upload is published, a hybrid is detected. */
type NoColumn = 'groups' | 'upload_id' | 'hybrid';

const ofNewApplication: Writers<
  Publishing,
  ApplicationRow,
  Exclude<keyof Publishing, keyof EditableFields | NoColumn>
> = { is_app_catalog: flag };

/** The columns that the fields of a request set. */
const columnsOf = <Row>(writers: object, data: object): Partial<Row> => {
  const sent = Object.entries(data).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(writers, name),
  );
  const write = writers as Record<string, (value: unknown) => unknown>;
  return Object.fromEntries(sent.map(([name, value]) => [name, write[name]?.(value)])) as Partial<Row>;
};

/** Columns of the application that the editable fields set. */
export const applicationColumns = (data: EditableFields): Partial<ApplicationRow> =>
  columnsOf(ofApplication, data);

/** The same, with the fields that only a new application has. */
export const newApplicationColumns = (data: NewApplication): Partial<ApplicationRow> =>
  columnsOf({ ...ofApplication, ...ofNewApplication }, data);

/** Columns of the version that the editable fields set. Error: `invalid_input` for `required_by`. */
export const versionColumns = (data: EditableFields): Partial<VersionRow> => columnsOf(ofVersion, data);
