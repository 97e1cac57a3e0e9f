import { ErrorBody, errorCodes } from '../../../contract/common/errors.ts';
import type { Context, Operation } from '../../../contract/common/operation.ts';

interface JsonObject {
  [key: string]: unknown;
}

const security: Record<Context, JsonObject[]> = {
  none: [],
  valid_user: [{ token: [] }],
  administrator: [{ token: [] }],
  publisher: [{ token: [] }],
  user_and_device: [{ token: [], device: [] }],
  query_token_and_device: [{ queryToken: [], queryDevice: [] }],
  direct_install: [],
};

const apiKey = (name: string, place: 'header' | 'query') => ({ type: 'apiKey', name, in: place });

/** The whole contract as an OpenAPI 3.1 document. */
export function openApi(operations: readonly Operation[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Appshelf',
      version: '1',
      description:
        'Every path also answers without its last slash, and with org/{org_id} after the version segment for affiliated organizations.',
    },
    paths,
    components: {
      schemas: { Error: ErrorBody },
      securitySchemes: {
        token: apiKey('X-TOKEN', 'header'),
        device: apiKey('X-UDID', 'header'),
        queryToken: apiKey('token', 'query'),
        queryDevice: apiKey('udid', 'query'),
      },
    },
    'x-error-codes': errorCodes,
  };
}

function describe(operation: Operation): JsonObject {
  return {
    operationId: operation.name,
    tags: [operation.area],
    summary: operation.summary,
    description: `Context: ${operation.context}. Source: ${operation.source}.`,
    security: security[operation.context],
    parameters: [
      ...parameters(operation.params, 'path'),
      ...parameters(operation.query, 'query'),
      ...parameters(operation.headers, 'header'),
    ],
    ...(operation.body || operation.files || operation.consumes
      ? { requestBody: requestBody(operation) }
      : {}),
    responses: {
      200: {
        description: 'Success',
        content: { [operation.produces ?? 'application/json']: { schema: operation.response } },
      },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function parameters(schema: Operation['params'], place: 'path' | 'query' | 'header'): JsonObject[] {
  if (schema === undefined) return [];
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && !('default' in property)),
    schema: property,
  }));
}

function requestBody(operation: Operation): JsonObject {
  if (operation.consumes !== undefined) {
    return {
      required: true,
      content: { [operation.consumes]: { schema: { type: 'string', format: 'binary' } } },
    };
  }
  const json = operation.body ? { 'application/json': { schema: operation.body } } : {};
  if (operation.files === undefined) return { required: true, content: json };
  const parts = Object.fromEntries(
    operation.files.map((name) => [name, { type: 'string', format: 'binary' }]),
  );
  const form = { type: 'object', properties: { data: operation.body ?? { type: 'object' }, ...parts } };
  return { required: true, content: { ...json, 'multipart/form-data': { schema: form } } };
}
