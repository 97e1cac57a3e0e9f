import { S3ServiceException } from '@aws-sdk/client-s3';
import { ServiceError } from '../../errors.ts';

/** How servers say that they have no room: Amazon, Ceph and MinIO. */
const fullCodes = [/^QuotaExceeded$/, /^InsufficientStorage$/, /StorageFull$/, /QuotaExceeded$/];

const isFull = ({ name, $metadata }: S3ServiceException): boolean =>
  $metadata.httpStatusCode === 507 || fullCodes.some((word) => word.test(name));

/**
 * Whether the server says that there is no such object. The answer to HEAD has no body, so it can't tell a missing
 * bucket apart.
 */
export const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);

/** Whether the server says that there is no such bucket. */
export const isWithoutBucket = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.name === 'NoSuchBucket';

/** Errors that waiting does not cure: somebody has to correct the settings. */
const misconfigurationCodes = [
  'AccessDenied',
  'Forbidden',
  'InvalidAccessKeyId',
  'NoSuchBucket',
  'PermanentRedirect',
  'SignatureDoesNotMatch',
  'CredentialsProviderError',
];

/** Whether a request was refused because of the setup: the keys, their rights, or the bucket. */
export const isMisconfigured = (error: unknown): boolean =>
  error instanceof Error && misconfigurationCodes.includes(error.name);

/** The error for the client when the bucket failed; what the bucket answered is only logged. */
export function toRefusal(cause: unknown): ServiceError {
  if (cause instanceof ServiceError) return cause;
  if (cause instanceof S3ServiceException && isFull(cause)) {
    const text = 'The service has no room left for the file. Tell the people who operate it.';
    return new ServiceError('storage_full', text, { cause, headers: { 'retry-after': '300' } });
  }
  const text = 'The files of the service can’t be reached just now. Nothing was changed; try again.';
  return new ServiceError('unavailable', text, { cause, headers: { 'retry-after': '30' } });
}
