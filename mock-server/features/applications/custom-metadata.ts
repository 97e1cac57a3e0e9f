import type { EditableFields } from '../../../contract/application-fields.ts';
import type { Db } from '../../platform/database/handles.ts';
import { checkFreeMetadata, checkMetadataByTemplate, readSettings } from '../organizations/facade.ts';

type MetadataInput = Pick<EditableFields, 'custom_metadata'>;

type Values = Record<string, unknown>;

/**
 * Checked by the organization's template where it has one (document 1, Organization,
 * `application_custom_metadata_template`); otherwise any JSON object, since document 2 asks for no template; Editable
 * application fields, `custom_metadata`.
 */
async function checkMetadata(
  db: Db,
  orgId: string,
  values: Values,
  stored: Values = {},
): Promise<Values | null> {
  const { application_custom_metadata_template: template } = await readSettings(db, orgId);
  return Object.keys(template).length === 0
    ? checkFreeMetadata(values, stored)
    : checkMetadataByTemplate(template, values, stored);
}

/**
 * Custom metadata of a new application; fields that are not sent get the template's defaults. Error: `invalid_input`
 * with the field.
 */
export async function setMetadata<T extends MetadataInput>(db: Db, orgId: string, data: T): Promise<T> {
  return { ...data, custom_metadata: await checkMetadata(db, orgId, data.custom_metadata ?? {}) };
}

/**
 * Custom metadata of an existing application: fields that are not sent stay as they are; null sets all of them back to
 * their defaults. `stored` is the present metadata as JSON. Error: `invalid_input` with the field.
 */
export async function changeMetadata<T extends MetadataInput>(
  db: Db,
  orgId: string,
  data: T,
  stored: string | null,
): Promise<T> {
  const { custom_metadata: values } = data;
  if (values === undefined) return data;
  const earlier = values === null ? {} : (JSON.parse(stored ?? '{}') as Values);
  return { ...data, custom_metadata: await checkMetadata(db, orgId, values ?? {}, earlier) };
}
