import type { RoleCode } from '../../../../contract/common/codes.ts';
import type { ErrorName } from '../../../../contract/common/errors.ts';
import type { Area, CallerContext, FieldScope, TokenScope } from '../../../../contract/common/operation.ts';

/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Reference {
  $ref: string;
}

export interface ParameterObject {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

export type Content = Record<string, { schema: Schema }>;

export interface ResponseObject {
  description: string;
  headers?: Record<string, { schema: Schema }>;
  content?: Content;
}

/** One operation; what begins with `x-` is ours. */
export interface OperationObject {
  operationId: string;
  tags: [Area];
  summary: string;
  description: string;
  deprecated?: boolean;
  security: Record<string, []>[];
  parameters: ParameterObject[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ResponseObject | Reference>;
  'x-context': CallerContext;
  /** The roles that may call the operation; absent: all. */
  'x-roles'?: readonly RoleCode[];
  /** The scope that an API token with scopes needs. */
  'x-scope'?: TokenScope;
  /** Scopes that it needs for single fields of the body, or files. */
  'x-field-scopes'?: Readonly<Record<string, Exclude<FieldScope, 'reference'>>>;
  /** What asks for a sign-in of the last minutes, where the organization demands it. */
  'x-recent-sign-in'?: string;
  'x-source': string;
  /** Method and path of the version that clients should move to. */
  'x-replaced-by'?: string;
}

/** The parts of an OpenAPI 3.1.0 document that the service writes. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: Area }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, ResponseObject>;
    securitySchemes: Record<string, object>;
  };
  /** The documents that `x-source` names, the first one first. */
  'x-documents': readonly { title: string; holds: string }[];
  'x-error-codes': Readonly<Record<ErrorName, { code: number; status: number }>>;
}
