import { type Static, Type } from 'typebox';
import { Id, nullable, output, PathIdentifier, Timestamp } from './common/fields.ts';
import { operation } from './common/operation.ts';

/** The supported version of the tus protocol, and its extensions. */
export const tusVersion = '1.0.0';
export const tusExtensions = 'creation,creation-with-upload,expiration,termination,checksum';

/** Algorithms for `Upload-Checksum`; the protocol asks for sha1. */
export const checksumAlgorithms = ['sha1', 'sha256'] as const;

/** A file that is being uploaded, or is complete and not published yet. */
export const Upload = output({
  id: Id,
  file_name: Type.String(),
  /** Bytes of the whole file. */
  size: Type.Integer(),
  /** Bytes that have arrived and are stored durably: the client continues from here. */
  offset: Type.Integer(),
  /** SHA-256 of the whole file, hexadecimal; null until all of it has arrived. */
  sha256: nullable(Type.String()),
  created: Timestamp,
  /** When the service deletes it, unless more bytes arrive or it is published before. */
  expires: Timestamp,
});
export type Upload = Static<typeof Upload>;

const shared = {
  area: 'applications',
  context: 'publisher',
  source: 'ours: uploads that continue after an interruption; tus resumable upload protocol 1.0.0',
} as const;
/** The media type of the bytes of a file. */
const fileBytes = 'application/offset+octet-stream';
const UploadParams = Type.Object({ upload: PathIdentifier });

/** The header of the protocol that every operation takes. */
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
    /** `filename <base64>`; its extension tells the kind of file when the content does not. */
    'upload-metadata': Type.Optional(Type.String({ maxLength: 8192 })),
  }),
  consumes: fileBytes,
  optionalBody: true,
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
  summary: 'Read how much of an upload has arrived; HEAD also ends a connection that is still sending to it',
});

export const appendUpload = operation({
  ...shared,
  name: 'appendUpload',
  recorded: false,
  method: 'PATCH',
  path: '/v3/uploads/:upload',
  params: UploadParams,
  headers: Type.Object({
    ...version,
    ...checksum,
    'upload-offset': Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  }),
  consumes: fileBytes,
  response: Type.Null(),
  summary: 'Send bytes from an offset; the answer is 204 with the new Upload-Offset',
});

export const deleteUpload = operation({
  ...shared,
  name: 'deleteUpload',
  method: 'DELETE',
  path: '/v3/uploads/:upload',
  params: UploadParams,
  headers: Type.Object(version),
  response: Type.Null(),
  summary: 'Delete an upload; the answer is 204',
});

export const applicationUploadOperations = [createUpload, readUpload, appendUpload, deleteUpload] as const;
