import { type Static, Type } from 'typebox';
import { AnyIdentifier, Id, Metadata, nullable } from './common/fields.ts';

/** Maximum lengths in characters; document 2, Limits. */
export const maxLengths = {
  app_name: 50,
  version_num: 21,
  version_note: 4096,
  author: 150,
  short_description: 100,
  long_description: 10_000,
} as const;

/** Text with at least one visible character. */
const visibleTextSchema = (maxLength: number) => Type.Optional(Type.String({ maxLength, pattern: '\\S' }));
/** Text that may be empty; null is the empty text. */
const optionalTextSchema = (maxLength: number) => Type.Optional(nullable(Type.String({ maxLength })));
const flag = Type.Optional(Type.Boolean());

/** Editable fields that belong to a version; document 2, Editable application fields. */
const versionFields = {
  app_name: visibleTextSchema(maxLengths.app_name),
  version_num: visibleTextSchema(maxLengths.version_num),
  version_note: optionalTextSchema(maxLengths.version_note),
  author: optionalTextSchema(maxLengths.author),
  short_description: optionalTextSchema(maxLengths.short_description),
  long_description: optionalTextSchema(maxLengths.long_description),
  custom_metadata: Type.Optional(Metadata),
  required: flag,
};

/** Valid only for a new version of a native application; elsewhere only a value that changes nothing is accepted. */
const newVersionFields = {
  required_by: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  notify_users: flag,
};

/** Document 2, Editable application fields, both tables. */
const editableFields = {
  ...versionFields,
  ...newVersionFields,
  enabled: flag,
  sort_weight: Type.Optional(Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 })),
  reviews_enabled: flag,
  no_auth_delivery_enabled: flag,
  add_to_start: flag,
  form_factor_override: Type.Optional(
    Type.Array(Type.Enum(['phones', 'tablets']), { maxItems: 2, uniqueItems: true }),
  ),
  url: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 2000 }))),
};
export const EditableFields = Type.Object(editableFields);
export type EditableFields = Static<typeof EditableFields>;

const hybridFields = {
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  platform: Type.Enum(['iOS', 'Android']),
  show_navbar: flag,
  allow_tabs: flag,
  file_open_support: flag,
};

/** Document 2, Hybrid object. */
export const Hybrid = Type.Object(hybridFields);
export type Hybrid = Static<typeof Hybrid>;

/** For an existing application: fields that are left out keep their values. */
export const HybridChange = Type.Partial(Hybrid);
export type HybridChange = Static<typeof HybridChange>;

const publishingFields = {
  ...editableFields,
  groups: Type.Optional(Type.Array(AnyIdentifier, { maxItems: 1000 })),
  /** Ours: a finished resumable upload, instead of the part `app_file`; it is deleted when the request succeeds. */
  upload_id: Type.Optional(Id),
};

export const NewApplication = Type.Object({
  ...publishingFields,
  hybrid: Type.Optional(Hybrid),
  /** Ours: makes a native application the App Catalog of its operating system, in place of the earlier one. */
  is_app_catalog: flag,
});
export type NewApplication = Static<typeof NewApplication>;

export const NewVersion = Type.Object({ ...publishingFields, hybrid: Type.Optional(HybridChange) });
export type NewVersion = Static<typeof NewVersion>;

/** A package or an address; the service finds out whether it is a new application or a new version of one. */
export const Publication = Type.Object(publishingFields);
export type Publication = Static<typeof Publication>;

export const VersionChange = Type.Object({ ...versionFields, ...newVersionFields });
export type VersionChange = Static<typeof VersionChange>;
