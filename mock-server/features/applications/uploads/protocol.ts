import { checksumAlgorithms, tusVersion } from '../../../../contract/application-uploads.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Piece } from './writer.ts';

/** Strict parsers for the headers of the tus protocol 1.0.0. */

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const invalidHeaderError = (name: string, problem: string) =>
  new ServiceError('invalid_input', `The header ${name} ${problem}.`, {
    details: { field: name.toLowerCase() },
  });

/** Error: `tus_version_unsupported`, with the version to use. */
export function assertVersion(version: string | undefined): void {
  if (version === tusVersion) return;
  throw new ServiceError('tus_version_unsupported', `Send the header Tus-Resumable: ${tusVersion}.`, {
    headers: { 'tus-version': tusVersion },
  });
}

/** Name and Base64 of its value, in pairs; the value may be missing. Error: `invalid_input`. */
export function parseMetadata(text: string): Map<string, string> {
  const result = new Map<string, string>();
  if (text === '') return result;
  for (const pair of text.split(',')) {
    const [name = '', value = '', ...more] = pair.trim().split(' ');
    if (name === '' || more.length > 0 || result.has(name) || !base64.test(value)) {
      throw invalidHeaderError(
        'Upload-Metadata',
        'must be a list of names with values in Base64, each name once',
      );
    }
    result.set(name, readText(value));
  }
  return result;
}

function readText(value: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'));
    if (!text.includes('\0')) return text;
  } catch {
    // Falls through: bytes that are not UTF-8 are refused like text that cannot be stored.
  }
  throw invalidHeaderError('Upload-Metadata', 'has a value that is not text');
}

/** `<algorithm> <Base64>`. Error: `invalid_input`. */
export function parseChecksum(text: string | undefined): Piece['checksum'] {
  if (text === undefined) return null;
  const [name, value = '', ...more] = text.split(' ');
  const algorithm = checksumAlgorithms.find((known) => known === name);
  if (algorithm === undefined || value === '' || more.length > 0 || !base64.test(value)) {
    throw invalidHeaderError(
      'Upload-Checksum',
      `must be one of ${checksumAlgorithms.join(', ')}, a space, and the hash in Base64`,
    );
  }
  return { algorithm, digest: Buffer.from(value, 'base64') };
}
