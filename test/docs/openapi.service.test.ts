import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../contract/common/documents.ts';
import { operations } from '../../contract/operations.ts';
import { namedSchemas } from '../../contract/schemas.ts';
import { openApi } from '../../mock-server/platform/http/openapi/openapi.ts';
import type { OpenApiDocument } from '../../mock-server/platform/http/openapi/openapi-document.ts';
import { exampleOf } from '../../mock-server/platform/http/openapi/reference/example.ts';
import { operationsOf } from '../../mock-server/platform/http/openapi/reference/operation.ts';
import { startService, type TestService } from '../setup/service.ts';
import { openApiSchema } from './openapi-schema.ts';

const document: OpenApiDocument = openApi(operations, namedSchemas);
const described = operationsOf(document);

/** The document's own schemas are known to it, so that references are followed. */
const ajv = new Ajv2020({ strict: false, schemas: [{ $id: 'document', ...document }] });
addFormatsModule.default(ajv);

/** A schema of the document, compiled with its references. */
function compile(schema: object) {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
  return ajv.compile(JSON.parse(text) as object);
}

describe('the OpenAPI document', () => {
  it('has the form that OpenAPI 3.1 asks for', () => {
    const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(openApiSchema);
    validate(JSON.parse(JSON.stringify(document)));
    expect(validate.errors).toBeNull();
  });

  it('refers only to what is there', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to);
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) {
      const [start, ...path] = reference.split('/');
      const found = path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], document);
      expect([reference, start, found]).toEqual([reference, '#', expect.any(Object)]);
    }
  });

  it('says what installs are answered with: entries, an install manifest, a redirect', () => {
    const answersOf = (name: string) => {
      const found = described.find(({ operation }) => operation.operationId === name);
      return Object.entries(found?.operation.responses ?? {}).flatMap(([status, response]) =>
        'content' in response ? Object.keys(response.content ?? {}).map((type) => `${status} ${type}`) : [],
      );
    };
    expect(answersOf('installApplication')).toEqual(['200 application/xml', '302 text/html']);
    expect(answersOf('installAll')).toEqual(['200 application/json', '200 application/xml']);
    expect(answersOf('directApplication')).toEqual(['302 text/html']);
  });

  it('has every operation of the contract, under one name', () => {
    const names = described.map(({ operation }) => operation.operationId);
    expect(names.toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
  });

  it.each(described.map((located) => ({ ...located, name: located.operation.operationId })))(
    'declares $name with its parameters, and schemas that compile',
    ({ path, operation }) => {
      const inPath = operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name);
      expect(inPath.toSorted()).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted(),
      );
      const contents = [
        ...Object.values(operation.requestBody?.content ?? {}),
        ...Object.values(operation.responses).flatMap((response) =>
          'content' in response ? Object.values(response.content ?? {}) : [],
        ),
      ];
      for (const { schema } of [...contents, ...operation.parameters]) compile(schema);
      expect(operation.responses.default).toEqual({ $ref: '#/components/responses/Refused' });
    },
  );

  it.each(described.filter(({ operation }) => operation.requestBody?.content['application/json']))(
    'has an example body that $operation.operationId takes',
    ({ operation }) => {
      const schema = operation.requestBody?.content['application/json']?.schema ?? {};
      const validate = compile(schema);
      validate(exampleOf(schema, document.components.schemas));
      expect(validate.errors).toBeNull();
    },
  );

  it('says with which status each operation succeeds', () => {
    const successes = described.flatMap(({ operation }) =>
      Object.keys(operation.responses)
        .filter((status) => status.startsWith('2') && status !== '200')
        .map((status) => `${operation.operationId} ${status}`),
    );
    expect(successes.toSorted()).toEqual([
      'appendUpload 204',
      'applyPolicies 202',
      'createUpload 201',
      'deleteUpload 204',
      'removePolicies 204',
      'syncCatalog 204',
    ]);
  });

  it('asks for a token wherever the context needs one', () => {
    const open = described.filter(({ operation }) => operation.security.length === 0);
    const contexts = new Set(open.map(({ operation }) => operation['x-context']));
    expect([...contexts].toSorted()).toEqual(['direct_install', 'none']);
  });
});

describe('the reference', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it.each(['/docs', '/docs/'])(
    'is a page at %s with every operation and object under an anchor',
    async (path) => {
      const { status, headers, body } = await service.fetch(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const anchors = new Set([...String(body).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      for (const { operation } of described) expect(anchors).toContain(operation.operationId);
      const targets = [...String(body).matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
      expect(targets.filter((id) => !anchors.has(id))).toEqual([]);
    },
  );

  it('says which documents the sources of operations are', async () => {
    const { body } = await service.fetch('/docs');
    expect(documents).toHaveLength(3);
    for (const { title, holds } of documents) {
      expect(String(body)).toContain(`<li><cite>${title}</cite>. ${holds}</li>`);
      expect(document.info.description).toContain(title);
    }
  });

  it('holds nothing that the content security policy forbids, and loads only from this service', async () => {
    const { body } = await service.fetch('/docs');
    expect(String(body)).not.toMatch(/<style|<script(?! src="\/)|\sstyle=|\son\w+=/);
    const loaded = [...String(body).matchAll(/(?:src|<link[^>]* href)="([^"]+)"/g)].map(
      ([, address]) => address,
    );
    expect(loaded).toEqual(['/favicon.svg', '/docs/reference.css', '/docs/reference.js']);
  });

  it.each(['/docs', '/docs/reference.css', '/docs/reference.js', '/openapi.json'])(
    'sends %s compressed, and not again while it is unchanged',
    async (path) => {
      const first = await service.fetch(path, { headers: { 'accept-encoding': 'br' } });
      expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br']);
      const etag = first.headers.get('etag') ?? '';
      const again = await service.fetch(path, { headers: { 'if-none-match': etag } });
      expect([again.status, again.body]).toEqual([304, '']);
      const plain = await service.fetch(path, { headers: { 'accept-encoding': 'br;q=0, identity' } });
      expect([plain.headers.get('content-encoding'), plain.body]).toEqual([null, first.body]);
    },
  );
});
