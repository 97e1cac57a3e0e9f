import { type Static, Type } from 'typebox';
import { Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { operation } from './common/operation.ts';

/** The version of the tus protocol that is spoken here, and its extensions. */
export const tusVersion = '1.0.0';
export const tusExtensions = 'creation,creation-with-upload,expiration,termination,checksum';

/** Algorithms for `Upload-Checksum`; the protocol asks for sha1. */
export const checksumAlgorithms = ['sha1', 'sha256'] as const;

/** A file on its way, or arrived and not published yet. */
export const Upload = output({
  id: Id,
  file_name: Type.String(),
  /** Bytes of the whole file. */
  size: Type.Integer(),
  /** Bytes that have arrived and are safe: where to go on. */
  offset: Type.Integer(),
  /** SHA-256 of the whole file as it arrived, hexadecimal; null until all of it has. */
  sha256: nullable(Type.String()),
  created: Timestamp,
  /** When it is thrown away, unless more arrives or it is published. */
  expires: Timestamp,
});
export type Upload = Static<typeof Upload>;

const shared = {
  area: 'applications',
  context: 'publisher',
  source: 'ours; tus resumable upload protocol 1.0.0',
} as const;
const UploadParams = Type.Object({ upload: PathIdentifier });

/** What the protocol's headers are, beside those that each operation needs. */
const version = { 'tus-resumable': Type.Optional(Type.String({ maxLength: 20 })) };
const checksum = { 'upload-checksum': Type.Optional(Type.String({ maxLength: 200 })) };

export const createUpload = operation({
  ...shared,
  name: 'createUpload',
  method: 'POST',
  path: '/v3/uploads/',
  headers: Type.Object({
    ...version,
    ...checksum,
    'upload-length': Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    /** `filename <base64>`; its ending says what the file is when its content does not. */
    'upload-metadata': Type.Optional(Type.String({ maxLength: 8192 })),
  }),
  response: output({ upload: Upload }),
  status: 201,
  summary: 'Begin a resumable upload; its address is in the header Location',
});

export const readUpload = operation({
  ...shared,
  name: 'readUpload',
  method: 'GET',
  path: '/v3/uploads/:upload',
  params: UploadParams,
  headers: Type.Object(version),
  response: output({ upload: Upload }),
  summary: 'How far an upload has come; HEAD, as the protocol asks, ends a connection that still holds it',
});

export const appendUpload = operation({
  ...shared,
  name: 'appendUpload',
  method: 'PATCH',
  path: '/v3/uploads/:upload',
  params: UploadParams,
  headers: Type.Object({
    ...version,
    ...checksum,
    'upload-offset': Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  }),
  consumes: 'application/offset+octet-stream',
  response: Type.Null(),
  summary: 'Send the bytes from an offset on; the answer is 204 with the new Upload-Offset',
});

export const deleteUpload = operation({
  ...shared,
  name: 'deleteUpload',
  method: 'DELETE',
  path: '/v3/uploads/:upload',
  params: UploadParams,
  headers: Type.Object(version),
  response: Type.Null(),
  summary: 'Throw an upload away; the answer is 204',
});

export const applicationUploadOperations = [createUpload, readUpload, appendUpload, deleteUpload] as const;
