import type { EditableFields } from '../../../contract/application-fields.ts';
import type { Db } from '../../platform/database/handles.ts';
import { byTemplate, readSettings } from '../organizations/facade.ts';

type Given = Pick<EditableFields, 'custom_metadata'>;

/**
 * Custom metadata of a new application by the organization's template, with the defaults of what is not sent; document 1,
 * Organization, `application_custom_metadata_template`. Error: `invalid_input` with the field.
 */
export async function withMetadata<T extends Given>(db: Db, orgId: string, data: T): Promise<T> {
  const { application_custom_metadata_template: template } = await readSettings(db, orgId);
  return { ...data, custom_metadata: byTemplate(template, data.custom_metadata ?? {}) };
}

/**
 * The same for one that exists: fields that are not sent stay as they are, null sets all back to their defaults.
 * `kept` is the JSON of what it has. Error: `invalid_input` with the field.
 */
export async function withChangedMetadata<T extends Given>(
  db: Db,
  orgId: string,
  data: T,
  kept: string | null,
): Promise<T> {
  const { custom_metadata: values } = data;
  if (values === undefined) return data;
  const { application_custom_metadata_template: template } = await readSettings(db, orgId);
  const earlier = values === null ? {} : (JSON.parse(kept ?? '{}') as Record<string, unknown>);
  return { ...data, custom_metadata: byTemplate(template, values ?? {}, earlier) };
}
