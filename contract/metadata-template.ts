import { type Static, Type } from 'typebox';

const TemplateField = Type.Object({
  label: Type.String({ maxLength: 200 }),
  default: Type.Optional(Type.Union([Type.String({ maxLength: 4000 }), Type.Boolean()])),
  type: Type.Union([
    Type.Literal('text'),
    Type.Literal('textarea'),
    Type.Literal('password'),
    Type.Literal('checkbox'),
    Type.Literal('select'),
    Type.Literal('multiselect'),
  ]),
  options: Type.Optional(
    Type.Array(
      Type.Object({ label: Type.String({ maxLength: 200 }), value: Type.String({ maxLength: 200 }) }),
      {
        maxItems: 500,
      },
    ),
  ),
});
/** By field id. The pattern leaves out what `search=<field>:<text>` could not express. */
export const MetadataTemplate = Type.Record(
  Type.String({ pattern: '^(?!__proto__$)[^:]{1,100}$' }),
  TemplateField,
  { additionalProperties: false },
);
export type MetadataTemplate = Static<typeof MetadataTemplate>;
