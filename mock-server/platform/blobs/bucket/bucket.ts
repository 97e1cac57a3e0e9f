import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsOutput,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { defaultLimits, type Limits } from '../../../settings/limits.ts';
import type { ByteRange, ResponseHeaders } from '../store.ts';
import { isMissing, isWithoutBucket, toRefusal } from './failures.ts';
import type { BucketLocation } from './location.ts';
import { failWhenSilent } from './silence.ts';

/** An object of a bucket; `stored` is a moment in ms, exact to the second at least. */
export interface StoredObject {
  size: number;
  stored: number;
}

/**
 * Bytes of one part of an upload, and how many parts are sent at once: their product is the memory that an upload
 * takes.
 */
const partSize = 8 * 1024 * 1024;
const parallelParts = 4;
/** Attempts of each request: a failed one is tried once more. */
const tries = 2;
/** How long (ms) a server may be silent while it copies an object, which takes long for gigabytes. */
const copyTimeout = 120_000;
/** Most connections to the server; each download that goes through the service takes one. */
const maxSockets = 2_048;
/** Seconds for which a signed address is valid: enough where clocks differ by five minutes. */
const signedLifetimeSeconds = 600;
/** Bytes of the largest object that a server copies with one request. */
const maxCopyBytes = 5 * 1024 ** 3;

/** The few requests of S3's protocol that the service needs. Errors of all: `unavailable`, `storage_full` where bytes are stored. */
export class Bucket {
  readonly #client: S3Client;
  /** The client for requests during which the server may be silent for long. */
  readonly #patient: S3Client;
  /** The client for bytes that somebody reads, at whatever speed: only the beginning of an answer has a time limit. */
  readonly #reader: S3Client;
  readonly #silence: number;
  readonly #location: BucketLocation;
  readonly #encryption: { ServerSideEncryption?: 'AES256' | 'aws:kms'; SSEKMSKeyId?: string };

  constructor(location: BucketLocation, { connect, silence }: Limits['bucket'] = defaultLimits.bucket) {
    const { endpoint, region, encryption } = location;
    this.#location = location;
    const clientOf = (timeouts: { socketTimeout: number; requestTimeout?: number }): S3Client =>
      new S3Client({
        region,
        maxAttempts: tries,
        // Not every server has a host name for each bucket, and not every one knows the newer checksums.
        ...(endpoint !== null && { endpoint, forcePathStyle: true }),
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        requestHandler: {
          connectionTimeout: connect,
          // Otherwise a late answer is only warned of.
          throwOnRequestTimeout: true,
          ...timeouts,
          httpAgent: { maxSockets: maxSockets },
          httpsAgent: { maxSockets: maxSockets },
        },
      });
    this.#client = clientOf({ socketTimeout: silence });
    this.#patient = clientOf({ socketTimeout: copyTimeout });
    this.#reader = clientOf({ socketTimeout: 0, requestTimeout: silence });
    this.#silence = silence;
    this.#encryption = {
      ...(encryption && { ServerSideEncryption: encryption.by }),
      ...(encryption?.by === 'aws:kms' && encryption.key !== null && { SSEKMSKeyId: encryption.key }),
    };
  }

  /**
   * Stores bytes under a key. Until all of them have arrived, an earlier object stays. A stream is sent in parts,
   * several at a time; bytes in memory are sent at once.
   */
  async put(key: string, body: Readable | Buffer): Promise<void> {
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#toKeyInput(key), ...this.#encryption, Body: body },
      partSize: Buffer.isBuffer(body) ? Math.max(partSize, body.length) : partSize,
      queueSize: parallelParts,
      // With `false`, an error would say why the parts could not be removed, and not why they could not be stored.
      leavePartsOnError: true,
    });
    try {
      await upload.done();
    } catch (error) {
      // What can't be removed now is removed by the sweep.
      if (upload.uploadId !== undefined) await this.#abandon(key, upload.uploadId).catch(() => undefined);
      throw toRefusal(error);
    }
  }

  async #abandon(key: string, UploadId: string): Promise<void> {
    await this.#client.send(new AbortMultipartUploadCommand({ ...this.#toKeyInput(key), UploadId }));
  }

  /**
   * The bytes, or a part of them; null when there is no such object. They may be read as slowly as the reader likes; the
   * stream fails when the server is silent while they are waited for.
   */
  async get(key: string, range?: ByteRange): Promise<Readable | null> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` };
    const found = await orNull(
      this.#reader.send(new GetObjectCommand({ ...this.#toKeyInput(key), ...part })),
    );
    if (!(found?.Body instanceof IncomingMessage)) return null;
    failWhenSilent(found.Body, this.#silence);
    return found.Body;
  }

  async head(key: string): Promise<StoredObject | null> {
    const found = await orNull(this.#client.send(new HeadObjectCommand(this.#toKeyInput(key))));
    // Perhaps the bucket itself is missing, which only other requests report.
    if (found === null) await this.check();
    return found && { size: found.ContentLength ?? 0, stored: found.LastModified?.getTime() ?? 0 };
  }

  /**
   * Copies an object within the bucket; false when it does not exist. The bytes pass through this process where the
   * server can't copy them: objects larger than one request may copy, and on Ceph encrypted ones.
   */
  async copy(from: string, to: string, size: number): Promise<boolean> {
    if (size > maxCopyBytes) return this.#copyThroughHere(from, to);
    const { Bucket, Key } = this.#toKeyInput(from);
    const CopySource = `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`;
    const copying = new CopyObjectCommand({ ...this.#toKeyInput(to), ...this.#encryption, CopySource });
    const sent = this.#patient.send(copying).then(() => true);
    const copied = withFallback(sent, () => this.#copyThroughHere(from, to));
    return (await orNull(copied.catch((error: unknown) => this.#ignoreMissing(from, error)))) ?? false;
  }

  /**
   * False where an object does not exist; otherwise throws the error. Swift says that there is no such bucket when the
   * object is deleted while it copies it.
   */
  async #ignoreMissing(key: string, error: unknown): Promise<false> {
    if (isWithoutBucket(error) && (await this.head(key)) === null) return false;
    throw error;
  }

  async #copyThroughHere(from: string, to: string): Promise<boolean> {
    const bytes = await this.get(from);
    if (bytes !== null) await this.put(to, bytes);
    return bytes !== null;
  }

  /** Deletes an object; no error when there is none. */
  async delete(key: string): Promise<void> {
    await orNull(this.#client.send(new DeleteObjectCommand(this.#toKeyInput(key))));
  }

  /** Every object whose key begins with `begin`, by key. */
  async *list(begin: string): AsyncIterable<StoredObject & { key: string }> {
    const { Bucket, Key: Prefix } = this.#toKeyInput(begin);
    let token: string | undefined;
    do {
      const page = await withStorageErrors(
        this.#client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token })),
      );
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        yield {
          key: Key.slice(this.#location.prefix.length),
          size: Size,
          stored: LastModified?.getTime() ?? 0,
        };
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  /** An address by which anybody can read an object for some minutes. */
  address(key: string, { contentType, contentDisposition, cacheControl }: ResponseHeaders): Promise<string> {
    const reading = new GetObjectCommand({
      ...this.#toKeyInput(key),
      ResponseContentType: contentType,
      ResponseCacheControl: cacheControl,
      ...(contentDisposition !== null && { ResponseContentDisposition: contentDisposition }),
    });
    return withStorageErrors(getSignedUrl(this.#client, reading, { expiresIn: signedLifetimeSeconds }));
  }

  /** Checks that the bucket exists and can be read. */
  async check(): Promise<void> {
    const { Bucket, Key: Prefix } = this.#toKeyInput('nothing-is-here/');
    await withStorageErrors(this.#client.send(new ListObjectsV2Command({ Bucket, Prefix })));
  }

  /** Ends multipart uploads that were begun before a moment (ms): those of processes that died. */
  async abandonUploads(before: number): Promise<void> {
    const { Bucket, Key: Prefix } = this.#toKeyInput('');
    const listing = this.#client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
    const { Uploads = [] } = await withStorageErrors(
      withFallback<ListMultipartUploadsOutput>(listing, () => ({})),
    );
    for (const { Key, UploadId, Initiated } of Uploads) {
      if ((Initiated?.getTime() ?? before) >= before) continue;
      await orNull(this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    }
  }

  #toKeyInput(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#location.bucket, Key: `${this.#location.prefix}${key}` };
  }
}

async function withStorageErrors<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw toRefusal(error);
  }
}

/** Falls back to another way where the server does not support such requests. */
const withFallback = <T>(request: Promise<T>, otherwise: () => T | Promise<T>): Promise<T> =>
  request.catch((error: unknown) => {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 501) return otherwise();
    throw error;
  });

/** The result of a request; null where the server answers that there is no such object. */
async function orNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (isMissing(error)) return null;
    throw toRefusal(error);
  }
}
