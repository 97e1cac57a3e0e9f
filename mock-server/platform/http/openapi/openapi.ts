import { documents } from '../../../../contract/common/documents.ts';
import { ErrorBody, errorCodes } from '../../../../contract/common/errors.ts';
import { type CallerContext, contextRoles, type Operation } from '../../../../contract/common/operation.ts';
import {
  getRequiredScope,
  listNeededScopes,
  takesApiTokens,
} from '../../../../contract/common/token-scopes.ts';
import type {
  Content,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  Reference,
  ResponseObject,
} from './openapi-document.ts';
import { SchemaWriter } from './openapi-schemas.ts';

const security: Record<CallerContext, Record<string, []>[]> = {
  none: [],
  valid_user: [{ token: [] }],
  administrator: [{ token: [] }],
  publisher: [{ token: [] }],
  user_and_device: [{ token: [], device: [] }],
  query_token_and_device: [{ queryToken: [], queryDevice: [] }, { linkToken: [] }],
  direct_install: [],
};

const describeApiKey = (name: string, place: 'header' | 'query', description: string) => ({
  type: 'describeApiKey',
  name,
  in: place,
  description,
});

const securitySchemes = {
  token: describeApiKey('X-TOKEN', 'header', 'An API token, or the token of a session.'),
  device: describeApiKey('X-UDID', 'header', 'A device that is paired with the user of the token.'),
  queryToken: describeApiKey('token', 'query', 'The token of a session.'),
  queryDevice: describeApiKey('udid', 'query', 'A device that is paired with the user of the token.'),
  linkToken: describeApiKey(
    'download_token',
    'query',
    'The short-lived token of a link that the service made.',
  ),
};

const info = {
  title: 'Appshelf',
  version: '1',
  description: [
    'Every path also answers without its last slash, and with org/{org_id} after the version segment for affiliated organizations.',
    `The source of an operation names one of these documents and its section: ${documents.map(({ title }, at) => `${at + 1}, ${title}`).join('; ')}.`,
  ].join(' '),
};

/** The refusals that operations share, by status; each answers with the error object. */
const refusals = {
  Invalid: 'The request is not valid.',
  NotAuthenticated: 'The token is missing, unknown or expired.',
  Forbidden: "The caller's role, device or organization does not allow it.",
  NotFound: 'The object does not exist, or the caller may not see it.',
  TooLarge: 'The body is too large.',
  UnsupportedMediaType: 'The media type of the body is not supported.',
  Refused: 'Any other refusal or failure.',
};

/** The contract as an OpenAPI 3.1 document; `named` are the schemas that it lists under a name. */
export function openApi(
  operations: readonly Operation[],
  named: Readonly<Record<string, object>>,
): OpenApiDocument {
  const schemas = new SchemaWriter(named);
  const responses = buildRefusalResponses(schemas);
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, schemas) };
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    tags: [...new Set(operations.map(({ area }) => area))].map((name) => ({ name })),
    paths,
    components: { schemas: schemas.named, responses, securitySchemes },
    'x-documents': documents,
    'x-error-codes': errorCodes,
  };
}

const buildRefusalResponses = (schemas: SchemaWriter): Record<string, ResponseObject> =>
  Object.fromEntries(
    Object.entries(refusals).map(([name, description]) => [
      name,
      { description, content: { 'application/json': { schema: schemas.write(ErrorBody) } } },
    ]),
  );

function describe(operation: Operation, schemas: SchemaWriter): OperationObject {
  const { replacedBy } = operation;
  const roles = contextRoles[operation.context];
  const body = requestContent(operation, schemas);
  const fieldScopes = listNeededScopes(operation);
  return {
    operationId: operation.name,
    tags: [operation.area],
    summary: operation.summary,
    ...(replacedBy && { deprecated: true }),
    description: `${replacedBy ? `Use ${replacedBy} instead. ` : ''}Context: ${operation.context}. Source: ${operation.source}.`,
    security: security[operation.context],
    parameters: [
      ...parameters(operation.params, 'path', schemas),
      ...parameters(operation.query, 'query', schemas),
      ...parameters(operation.headers, 'header', schemas),
    ],
    ...(body && { requestBody: { required: operation.optionalBody !== true, content: body } }),
    responses: { ...buildSuccess(operation, schemas), ...listRefusals(operation, body !== null) },
    'x-context': operation.context,
    ...(roles && { 'x-roles': [...roles, ...(operation.roles ?? [])] }),
    ...(takesApiTokens(operation) && { 'x-scope': getRequiredScope(operation) }),
    ...(Object.keys(fieldScopes).length > 0 && { 'x-field-scopes': fieldScopes }),
    ...(operation.recentSignIn && { 'x-recent-sign-in': operation.recentSignIn }),
    ...(replacedBy && { 'x-replaced-by': replacedBy }),
    'x-source': operation.source,
  };
}

/** The successful answers of an operation; one without a body is 204. */
function buildSuccess(
  { response, deliveries = [], status }: Operation,
  schemas: SchemaWriter,
): Record<string, ResponseObject> {
  const type = 'type' in response ? response.type : undefined;
  if (type === 'null') return { 204: { description: 'Success' } };
  const isText = deliveries.length > 0 && type === 'string';
  const content: Content = {
    ...(!isText && { 'application/json': { schema: schemas.write(response) } }),
    ...(deliveries.includes('manifest') && { 'application/xml': { schema: text } }),
    ...(deliveries.includes('events') && { 'text/event-stream': { schema: text } }),
    ...(deliveries.includes('lines') && {
      'text/csv': { schema: text },
      'application/x-ndjson': { schema: text },
    }),
  };
  return {
    ...(Object.keys(content).length > 0 && { [status ?? 200]: { description: 'Success', content } }),
    ...(deliveries.includes('accepted') && { 202: { description: 'Accepted: the work goes on', content } }),
    ...(deliveries.includes('nothing') && { 204: { description: 'Success: nothing has changed' } }),
    ...(deliveries.includes('redirect') && { 302: redirect }),
  };
}

const text = { type: 'string' };
const redirect: ResponseObject = {
  description: 'Success: a redirect to the address in Location',
  headers: { Location: { schema: { type: 'string', format: 'uri' } } },
  content: { 'text/html': { schema: text } },
};

/** The refusals that are possible by what the operation declares. */
function listRefusals(
  { context, params, query, headers }: Operation,
  hasBody: boolean,
): Record<string, Reference> {
  const signedIn = context !== 'none' && context !== 'direct_install';
  const refused: Partial<Record<string, keyof typeof refusals>> = {
    ...((params ?? query ?? headers ?? hasBody) && { 400: 'Invalid' }),
    ...(signedIn && { 401: 'NotAuthenticated', 403: 'Forbidden' }),
    ...((params !== undefined || signedIn) && { 404: 'NotFound' }),
    ...(hasBody && { 413: 'TooLarge', 415: 'UnsupportedMediaType' }),
    default: 'Refused',
  };
  return Object.fromEntries(
    Object.entries(refused).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

function parameters(
  schema: Operation['params'],
  place: ParameterObject['in'],
  schemas: SchemaWriter,
): ParameterObject[] {
  if (schema === undefined) return [];
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && !('default' in property)),
    schema: schemas.write(property),
  }));
}

const bytes = { type: 'string', format: 'binary' };

function requestContent({ consumes, body, files }: Operation, schemas: SchemaWriter): Content | null {
  if (consumes !== undefined && body === undefined) return { [consumes]: { schema: bytes } };
  if (body === undefined && files === undefined) return null;
  const json = body === undefined ? null : schemas.write(body);
  if (files === undefined) return json && { [consumes ?? 'application/json']: { schema: json } };
  const parts = Object.fromEntries(files.map((name) => [name, bytes]));
  const form = { type: 'object', properties: { data: json ?? { type: 'object' }, ...parts } };
  return { ...(json && { 'application/json': { schema: json } }), 'multipart/form-data': { schema: form } };
}
