import type { EditableFields, NewApplication } from '../../../contract/application-fields.ts';
import { applicationTypes } from '../../../contract/common/codes.ts';
import { ServiceError } from '../../platform/errors.ts';
import { readEndDate } from '../../platform/http/responses/timestamps.ts';
import { hasPackage, isAddress, isNativeType } from './kinds.ts';
import type { VersionRow } from './store.ts';

/** The properties of an application that decide which fields apply. */
type Kind = { type: number; hybrid: unknown };

/** Whether a field applies to this kind of application, for the fields that do not apply to all kinds. */
const getApplicability = (kind: Kind): Readonly<Partial<Record<keyof NewApplication, boolean>>> => ({
  no_auth_delivery_enabled: hasPackage(kind),
  add_to_start: kind.type === applicationTypes.androidNative || kind.type === applicationTypes.windowsExe,
  form_factor_override: isNativeType(kind.type) || isAddress(kind.type) || kind.hybrid !== null,
  required: hasPackage(kind),
  required_by: hasPackage(kind),
  notify_users: hasPackage(kind),
  url: isAddress(kind.type),
  is_app_catalog: hasPackage(kind),
});

const notForTypeError = (field: string) =>
  new ServiceError(
    'not_allowed_for_type',
    `${field} does not apply to this type of application. Leave it out.`,
    {
      details: { field },
    },
  );

/** Values that ask for no change, for example documented defaults: clients send them with whole objects and forms. */
const isNoChange = (name: string, value: unknown): boolean =>
  value === undefined ||
  value === false ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (name === 'notify_users' && value === true) ||
  (name === 'required_by' && typeof value === 'string' && readEndDate('required_by', value) === null);

/**
 * Refuses a field that does not apply to this kind of application; document 2, Editable fields that apply to some app
 * types. The “native apps” of that section are iOS and Android packages, as the document says before, though one of its
 * rows counts Windows among them. A hybrid application for Android is such a package; one for iOS is a profile. Errors:
 * `not_allowed_for_type`, `invalid_input`.
 */
export function assertApplies(kind: Kind, data: Readonly<Record<string, unknown>>): void {
  const applies: Readonly<Record<string, boolean>> = getApplicability(kind);
  for (const [name, value] of Object.entries(data)) {
    if (applies[name] === false && !isNoChange(name, value)) throw notForTypeError(name);
  }
}

/**
 * Refuses `required_by` and `notify_users` unless the request adds a version or does not change them; document 2,
 * Editable fields that apply to some app types. Error: `invalid_request`.
 */
export function refuseFieldsOfNewVersions(
  kind: Kind,
  { required_by, notify_users }: Pick<EditableFields, 'required_by' | 'notify_users'>,
  current: Pick<VersionRow, 'required_by' | 'notify_users'>,
): void {
  const same = {
    required_by: required_by === undefined || readEndDate('required_by', required_by) === current.required_by,
    notify_users:
      notify_users === undefined || !hasPackage(kind) || notify_users === (current.notify_users === 1),
  };
  for (const [field, unchanged] of Object.entries(same)) {
    if (unchanged) continue;
    throw new ServiceError('invalid_request', `${field} can be set only with a new version.`, {
      details: { field },
    });
  }
}
