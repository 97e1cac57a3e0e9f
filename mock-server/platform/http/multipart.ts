import { finished } from 'node:stream/promises';
import type { Multipart } from '@fastify/multipart';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { BlobStore, ReceivedFile } from '../blobs/store.ts';
import { jsonRefusal, textOfBody } from './clean-text.ts';
import { ServiceError } from './errors.ts';

export interface UploadedFile extends ReceivedFile {
  /** As the client named it; for people, never a path. */
  fileName: string;
}

/** What came with a request that may carry files. */
export interface Form<T> {
  data: T;
  /** By the name of the part. */
  files: Partial<Record<string, UploadedFile>>;
}

const ajv = new Ajv({ useDefaults: true, coerceTypes: false, strict: false });
addFormatsModule.default(ajv);

export interface FormRules<S extends TSchema> {
  schema: S;
  /** Largest size in bytes by the name of the part; parts of other names are refused. */
  files: Readonly<Record<string, number>>;
}

/**
 * Reads a request that may carry files: multipart with a `data` part (JSON, whatever its content type) and file parts,
 * or plain JSON; document 2, POST /v1/applications/. Runs `use`, then throws away every received file that it did not
 * promote, also when anything fails. Errors: `invalid_input`, `body_too_large`, `upload_incomplete`.
 */
export async function withForm<S extends TSchema, R>(
  request: FastifyRequest,
  blobs: BlobStore,
  rules: FormRules<S>,
  use: (form: Form<Static<S>>) => Promise<R>,
): Promise<R> {
  const files: Partial<Record<string, UploadedFile>> = {};
  try {
    const raw = request.isMultipart()
      ? await readParts(request, blobs, rules.files, files)
      : noBodyIsEmpty(request.body);
    return await use({ data: checked(rules.schema, raw), files });
  } catch (error) {
    await drain(request);
    throw error;
  } finally {
    await Promise.all(Object.values(files).map(async (file) => file && blobs.discard(file)));
  }
}

/** A client that changes nothing may send nothing; what it sends must be an object all the same. */
const noBodyIsEmpty = (body: unknown): unknown => (body === undefined ? {} : body);

/** Reads what is still on its way and forgets it: a client hears the refusal when it has sent everything. */
async function drain(request: FastifyRequest): Promise<void> {
  request.raw.unpipe();
  request.raw.resume();
  await finished(request.raw).catch(() => undefined);
}

async function readParts(
  request: FastifyRequest,
  blobs: BlobStore,
  limits: Readonly<Record<string, number>>,
  files: Partial<Record<string, UploadedFile>>,
): Promise<unknown> {
  let data: unknown;
  for await (const part of request.parts()) {
    if (part.fieldname === 'data') {
      const text = await textOf(part, request);
      if (data !== undefined) throw unexpected('data', Object.keys(limits));
      data = parseJson(text);
      continue;
    }
    const limit = limits[part.fieldname];
    if (part.type !== 'file' || limit === undefined || files[part.fieldname] !== undefined) {
      if (part.type === 'file') part.file.resume();
      throw unexpected(part.fieldname, Object.keys(limits));
    }
    const received = await blobs.receive(part.file, limit);
    files[part.fieldname] = { ...received, fileName: part.filename || part.fieldname };
    if (part.file.truncated) throw new ServiceError('body_too_large', 'The file is too large.');
  }
  return data === undefined ? {} : data;
}

/** The text of the part `data`, which may be no longer than a JSON body; also when it comes as a file. */
async function textOf(part: Multipart, request: FastifyRequest): Promise<string> {
  const tooLong = new ServiceError('body_too_large', 'The part “data” is too large.');
  if (part.type === 'field') {
    if (part.valueTruncated) throw tooLong;
    return String(part.value);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= request.routeOptions.bodyLimit) chunks.push(chunk);
  }
  if (size > request.routeOptions.bodyLimit) throw tooLong;
  return textOfBody(Buffer.concat(chunks));
}

const unexpected = (name: string, known: string[]) =>
  new ServiceError(
    'invalid_input',
    `The part “${name}” is not expected here, came twice, or is no file. Send: data (JSON), and as files ${known.join(', ')}.`,
  );

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('invalid_input', 'The part “data” is not valid JSON.', { cause });
  }
  const refusal = jsonRefusal(value);
  if (refusal !== null) throw refusal;
  return value;
}

function checked<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (ajv.validate(schema as object, value)) return value as Static<S>;
  const first = ajv.errors?.[0];
  const field = first?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  throw new ServiceError('invalid_input', `data ${field}: ${first?.message ?? 'is not valid'}.`, {
    details: { field, problem: first?.message ?? null },
  });
}
