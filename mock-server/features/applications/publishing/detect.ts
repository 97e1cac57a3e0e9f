import type { Hybrid } from '../../../../contract/application-fields.ts';
import { applicationTypes } from '../../../../contract/common/codes.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { UploadedFile } from '../../../platform/http/bodies/multipart.ts';
import type { Caller } from '../../../platform/http/contexts.ts';
import type { Platform } from '../../../platform/services.ts';
import { marketAddress } from '../public-store/warnings.ts';
import { detectAddressKind, isMarket, parseAddress } from './addresses.ts';
import { detectFile } from './detect-file.ts';
import { type Detected, undetected } from './detected.ts';
import { detectHybrid } from './hybrid.ts';

/** What a request to publish names: an address or a hybrid object. */
export interface Source {
  url?: string | null | undefined;
  hybrid?: Hybrid | undefined;
}

/**
 * Finds out what a request publishes: a file, an address, or a hybrid application; document 2, Applications.
 * Errors: `invalid_request` for none or several of them, `package_refused`, `invalid_input` for a bad address.
 */
export async function detect(
  platform: Platform,
  caller: Caller,
  { url, hybrid }: Source,
  file: UploadedFile | undefined,
): Promise<Detected> {
  const values = [file, url ?? undefined, hybrid].filter((one) => one !== undefined).length;
  if (values > 1) {
    throw new ServiceError('invalid_request', 'Send only one of app_file, url and hybrid.');
  }
  if (file !== undefined) return detectFile(platform, caller, file);
  if (hybrid !== undefined) return detectHybrid(hybrid);
  if (typeof url === 'string') return detectAddress(url);
  throw new ServiceError('invalid_request', 'Send an app_file, a url, or a hybrid object.');
}

function detectAddress(text: string): Detected {
  const url = parseAddress(text, 'url');
  const { type, publicStoreId } = detectAddressKind(url);
  return {
    ...undetected,
    type,
    url: url.href,
    name: url.href,
    bundleId: type === applicationTypes.androidStore ? publicStoreId : null,
    warnings: isMarket(text) ? [marketAddress] : [],
  };
}
