import type { EditableFields, NewVersion } from '../../../contract/applications.ts';
import { applicationTypes } from '../../../contract/common/codes.ts';
import type { Flag } from '../../migrations/tables.ts';
import { ServiceError } from '../../platform/http/errors.ts';
import { readEndDate } from '../../platform/http/timestamps.ts';
import { hasFile, isNative } from './kinds.ts';
import type { ApplicationRow, VersionRow } from './store.ts';

export const flag = (value: boolean): Flag => (value ? 1 : 0);

const fits = (type: number): Record<string, boolean> => ({
  no_auth_delivery_enabled: hasFile(type),
  add_to_start: type === applicationTypes.androidNative || type === applicationTypes.windowsExe,
  form_factor_override: isNative(type) || !hasFile(type),
  required: isNative(type),
  required_by: isNative(type),
  notify_users: isNative(type),
});

/**
 * Refuses a field that does not apply to this type of application; document 2, Editable fields that apply to some app
 * types. The value that means nothing (`false`, an empty list, null) is let through: clients send whole objects.
 */
export function assertApplies(type: number, data: Partial<NewVersion>): void {
  const applies = fits(type);
  for (const [name, value] of Object.entries(data)) {
    const empty = value === false || value === null || (Array.isArray(value) && value.length === 0);
    if (applies[name] === false && !empty && !(name === 'notify_users')) {
      throw new ServiceError('not_allowed_for_type', `${name} does not apply to this type of application.`, {
        details: { field: name },
      });
    }
  }
}

/** Columns of the application that the editable fields set. */
export function applicationColumns(data: Partial<EditableFields>): Partial<ApplicationRow> {
  const columns: Partial<ApplicationRow> = {};
  if (data.enabled !== undefined) columns.enabled = flag(data.enabled);
  if (data.sort_weight !== undefined) columns.sort_weight = data.sort_weight;
  if (data.reviews_enabled !== undefined) columns.reviews_enabled = flag(data.reviews_enabled);
  if (data.no_auth_delivery_enabled !== undefined)
    columns.no_auth_delivery_enabled = flag(data.no_auth_delivery_enabled);
  if (data.add_to_start !== undefined) columns.add_to_start = flag(data.add_to_start);
  if (data.form_factor_override !== undefined)
    columns.form_factor_override = JSON.stringify(data.form_factor_override);
  if (data.custom_metadata !== undefined) columns.custom_metadata = json(data.custom_metadata);
  return columns;
}

/** Columns of the version that the editable fields set. */
export function versionColumns(data: Partial<NewVersion>): Partial<VersionRow> {
  const columns: Partial<VersionRow> = {};
  if (data.app_name !== undefined) columns.app_name = data.app_name;
  if (data.version_num !== undefined) columns.version_num = data.version_num;
  if (data.version_note !== undefined) columns.version_note = data.version_note;
  if (data.author !== undefined) columns.author = data.author;
  if (data.short_description !== undefined) columns.short_description = data.short_description;
  if (data.long_description !== undefined) columns.long_description = data.long_description;
  if (data.custom_metadata !== undefined) columns.custom_metadata = json(data.custom_metadata);
  if (data.required !== undefined) columns.required = flag(data.required);
  if (data.required_by !== undefined) columns.required_by = readEndDate('required_by', data.required_by);
  if (data.notify_users !== undefined) columns.notify_users = flag(data.notify_users);
  return columns;
}

const json = (value: Record<string, unknown> | null) => (value === null ? null : JSON.stringify(value));
