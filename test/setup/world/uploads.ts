import { request as httpRequest } from 'node:http';
import { appendUpload, createUpload, type Upload } from '../../../contract/application-uploads.ts';
import { buildAddress } from '../../../contract/common/request.ts';
import { pieceSize } from '../../../mock-server/platform/blobs/bucket/partial-objects.ts';
import type { Answer } from '../answers.ts';
import type { Requests } from '../requests.ts';
import type { TestService } from '../service.ts';

/**
 * Bytes that a request has to send before the service stores them, even if nothing more follows: on a disk any number
 * (`fewest`), in a bucket as many as make an object.
 */
export const seenBytes = (fewest: number): number =>
  process.env.TEST_BLOBS === 'bucket' ? pieceSize : fewest;

/** The names of the uploads whose bytes a service keeps although they are not published. */
export async function keptParts({ platform }: TestService): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of platform.blobs.partial.list()) names.push(name);
  return names;
}

export interface Uploader<S extends Requests = Requests> {
  service: S;
  token: string;
  /** The organization to act on, by `org/<org_id>` in the path. */
  org?: string;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const collection = ({ org }: Uploader) => buildAddress(createUpload, { org });
const place = ({ org }: Uploader, upload: string) => buildAddress(appendUpload, { org, params: { upload } });

interface Options {
  headers?: Record<string, string>;
  body?: Uint8Array;
}

/** Sends a request of the tus protocol to any address, and accepts any answer. */
export function tus(
  uploader: Uploader,
  method: string,
  address: string,
  { headers, body }: Options = {},
): Promise<Answer> {
  return uploader.service.fetch(address, {
    method,
    headers: { 'x-token': uploader.token, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
}

export const begin = (uploader: Uploader, size: number, headers: Record<string, string> = {}) =>
  tus(uploader, 'POST', collection(uploader), {
    headers: {
      'upload-length': String(size),
      'upload-metadata': `filename ${base64('app.apk')}`,
      ...headers,
    },
  });

/** Begins an upload that must be accepted; returns its id. */
export async function started(uploader: Uploader, size: number): Promise<string> {
  const answer = await begin(uploader, size);
  if (answer.status !== 201) throw new Error(`201 expected: ${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body as { upload: Upload }).upload.id;
}

export const append = (
  uploader: Uploader,
  id: string,
  offset: number,
  body: Uint8Array,
  headers: Record<string, string> = {},
) =>
  tus(uploader, 'PATCH', place(uploader, id), {
    headers: {
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
    body,
  });

export const head = (uploader: Uploader, id: string) => tus(uploader, 'HEAD', place(uploader, id));
export const read = (uploader: Uploader, id: string) => tus(uploader, 'GET', place(uploader, id));
export const remove = (uploader: Uploader, id: string) => tus(uploader, 'DELETE', place(uploader, id));

/** The offset at which an upload continues, as HEAD says. */
export const offsetOf = async (uploader: Uploader, id: string) =>
  Number((await head(uploader, id)).headers.get('upload-offset'));

/** Sends a whole file; returns the id of the upload. */
export async function sent(uploader: Uploader, bytes: Uint8Array): Promise<string> {
  const id = await started(uploader, bytes.length);
  const answer = await append(uploader, id, 0, bytes);
  if (answer.status !== 204) throw new Error(`204 expected: ${answer.status} ${JSON.stringify(answer.body)}`);
  return id;
}

/** Begins a PATCH on its own connection, which stays open until more is sent or it is cut. */
export function openLine(
  uploader: Uploader,
  id: string,
  { offset, length, headers }: { offset: number; length: number; headers?: Record<string, string> },
) {
  const { hostname, port } = new URL(uploader.service.url);
  const request = httpRequest({
    hostname,
    port,
    method: 'PATCH',
    path: place(uploader, id),
    headers: {
      'x-token': uploader.token,
      'tus-resumable': '1.0.0',
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': length,
      ...headers,
    },
  });
  request.on('error', () => undefined);
  return {
    send: (bytes: Uint8Array) => request.write(bytes),
    cut: () => request.destroy(),
    ended: new Promise<number | null>((resolve) => {
      request.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? null);
      });
      request.on('close', () => resolve(null));
    }),
  };
}
