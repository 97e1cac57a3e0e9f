import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { ReceivedFile } from '../../blobs/received-file.ts';
import type { BlobStore } from '../../blobs/store.ts';
import { takeBeginning } from '../../cut-text.ts';
import { ServiceError } from '../../errors.ts';
import { findFieldRefusal } from '../field-scopes.ts';
import { assertStillAllowed } from '../route.ts';
import { exact } from '../validation/schemas.ts';
import { invalidPartError } from '../validation/sentences.ts';
import { getJsonRules, isMultipart } from './bodies.ts';
import { getEncoding } from './charsets.ts';
import { type FormPart, parseFormParts } from './form-parts.ts';
import { readJson } from './json-body.ts';

export interface UploadedFile extends ReceivedFile {
  /** The file name that the client gave. Only for display: never use it as a path. */
  fileName: string;
}

/** The content of a request that may contain files. */
export interface Form<T> {
  data: T;
  /** The files by the name of their part. */
  files: Partial<Record<string, UploadedFile>>;
}

/** The part that holds the JSON of a request with files. */
const dataPart = 'data';

export interface FormRules<S extends TSchema> {
  schema: S;
  /** Maximum size in bytes by the name of the part; parts with other names are refused. */
  files: Readonly<Record<string, number>>;
}

/**
 * Reads a request that may contain files: multipart with a `data` part (JSON, of any content type) and file parts, or
 * plain JSON; document 2, POST /v1/applications/. Runs `use`, then deletes every received file that `use` did not
 * promote, even after a failure. Errors: `invalid_input`, `body_too_large`, `upload_incomplete`; those of a caller who
 * has lost the right meanwhile.
 */
export async function withForm<S extends TSchema, R>(
  request: FastifyRequest,
  blobs: BlobStore,
  rules: FormRules<S>,
  use: (form: Form<Static<S>>) => Promise<R>,
): Promise<R> {
  const files: Partial<Record<string, UploadedFile>> = {};
  try {
    const isForm = isMultipart(request);
    const raw = isForm ? await readParts(request, blobs, rules.files, files) : toEmptyBody(request.body);
    if (isForm) await assertStillAllowed(request);
    const data = validateData(rules.schema, raw);
    // A field of the data with the name of a part must not stand in for the file.
    const refusal = findFieldRefusal(request, { ...(data as object), ...files });
    if (refusal !== null) throw refusal;
    return await use({ data, files });
  } catch (error) {
    await drain(request);
    throw error;
  } finally {
    await Promise.all(Object.values(files).map(async (file) => file && blobs.discard(file)));
  }
}

/** An absent body counts as an empty object. */
const toEmptyBody = (body: unknown): unknown => (body === undefined ? {} : body);

/** Reads and discards the rest of a refused request, because many clients read the answer only after sending everything. */
async function drain(request: FastifyRequest): Promise<void> {
  request.raw.resume();
  await finished(request.raw).catch(() => undefined);
}

async function readParts(
  request: FastifyRequest,
  blobs: BlobStore,
  limits: Readonly<Record<string, number>>,
  files: Partial<Record<string, UploadedFile>>,
): Promise<unknown> {
  let data: unknown = {};
  const known = new Set([dataPart, ...Object.keys(limits)]);
  for await (const part of readFormParts(request)) {
    // Each part may come only once.
    if (!known.delete(part.name)) throw unexpectedPartError(part.name, Object.keys(limits));
    if (part.name === dataPart) data = await readData(part, request);
    else files[part.name] = await receive(part, blobs, limits[part.name] ?? 0);
  }
  return data;
}

/** The parts of a request. Errors: those of `parseFormParts`, and `upload_incomplete`. */
async function* readFormParts(request: FastifyRequest): AsyncGenerator<FormPart> {
  const source: AsyncGenerator<Buffer> = readRequest(request);
  try {
    yield* parseFormParts(source, request.headers['content-type'] ?? '');
  } finally {
    // Whatever is left can be drained only when nobody reads it any more.
    await source.return(undefined);
  }
}

async function* readRequest({ raw }: FastifyRequest): AsyncGenerator<Buffer> {
  try {
    yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new ServiceError('upload_incomplete', 'The request ended in the middle of a part. Send it again.', {
      cause,
    });
  }
}

async function receive(part: FormPart, blobs: BlobStore, limit: number): Promise<UploadedFile> {
  if (part.fileName === undefined && part.mediaType !== 'application/octet-stream') {
    throw new ServiceError('invalid_input', `The part “${part.name}” has no file name. Send it as a file.`);
  }
  const received = await blobs.receive(Readable.from(part.content), limit);
  return { ...received, fileName: part.fileName || part.name };
}

/** The content of the part `data`, which may have any content type, within the limits of a JSON body. */
async function readData({ content, charset }: FormPart, request: FastifyRequest): Promise<unknown> {
  const value = await readJson(content, { ...getJsonRules(request), encoding: getEncoding(charset) });
  if (value === undefined) throw new ServiceError('invalid_input', 'The part “data” is empty.');
  return value;
}

const unexpectedPartError = (name: string, known: string[]) =>
  new ServiceError(
    'invalid_input',
    `The part “${takeBeginning(name, 60)}” is not allowed here, came twice, or is not a file. Send data (JSON), and as files ${known.join(', ')}.`,
  );

function validateData<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (exact.validate(schema as object, value)) return value as Static<S>;
  throw invalidPartError('data', exact.errors ?? []);
}
