/**
 * The requirements of the OpenAPI Specification 3.1.0 on the parts that we write: its objects with their required
 * fields (sections 4.8.1 to 4.8.27), and no other fields except extensions.
 */
const closed = (properties: object, required: string[]) => ({
  type: 'object',
  properties,
  required,
  patternProperties: { '^x-': true },
  additionalProperties: false,
});
const text = { type: 'string', minLength: 1 };
const byName = (schema: object) => ({ type: 'object', additionalProperties: schema, minProperties: 1 });

const schema = { type: 'object' };
const reference = closed({ $ref: { type: 'string', pattern: '^#/components/' } }, ['$ref']);
const content = {
  type: 'object',
  propertyNames: { pattern: '^[a-z]+/[a-z0-9.+*-]+$' },
  additionalProperties: closed({ schema }, ['schema']),
  minProperties: 1,
};
const headers = byName(closed({ schema }, ['schema']));
const response = closed({ description: text, headers, content }, ['description']);
const parameter = closed(
  { name: text, in: { enum: ['path', 'query', 'header'] }, required: { type: 'boolean' }, schema },
  ['name', 'in', 'required', 'schema'],
);
const operation = closed(
  {
    operationId: { type: 'string', pattern: '^[a-zA-Z0-9]+$' },
    tags: { type: 'array', items: text, minItems: 1 },
    summary: text,
    description: text,
    deprecated: { const: true },
    security: { type: 'array', items: byName({ type: 'array', maxItems: 0 }) },
    parameters: { type: 'array', items: parameter },
    requestBody: closed({ required: { type: 'boolean' }, content }, ['content']),
    responses: {
      type: 'object',
      required: ['default'],
      propertyNames: { pattern: '^([1-5][0-9]{2}|default)$' },
      additionalProperties: { anyOf: [reference, response] },
      minProperties: 2,
    },
    'x-source': text,
    'x-context': text,
  },
  [
    'operationId',
    'tags',
    'summary',
    'description',
    'security',
    'parameters',
    'responses',
    'x-source',
    'x-context',
  ],
);
const path = closed(
  { get: operation, post: operation, put: operation, patch: operation, delete: operation },
  [],
);
const securityScheme = closed(
  {
    type: { const: 'describeApiKey' },
    name: text,
    in: { enum: ['query', 'header', 'cookie'] },
    description: text,
  },
  ['type', 'name', 'in'],
);

export const openApiSchema = closed(
  {
    openapi: { const: '3.1.0' },
    info: closed({ title: text, version: text, description: text }, ['title', 'version']),
    servers: { type: 'array', items: closed({ url: text }, ['url']) },
    tags: { type: 'array', items: closed({ name: text }, ['name']), uniqueItems: true },
    paths: {
      type: 'object',
      propertyNames: { pattern: '^/v[123]/[^:]+$' },
      additionalProperties: path,
      minProperties: 1,
    },
    components: closed(
      {
        schemas: { ...byName(schema), propertyNames: { pattern: '^[a-zA-Z0-9._-]+$' } },
        responses: byName(response),
        securitySchemes: byName(securityScheme),
      },
      [],
    ),
  },
  ['openapi', 'info', 'paths'],
);
