import { type ApplicationType, applicationTypes } from '../../../contract/common/codes.ts';
import { ServiceError } from '../../platform/http/errors.ts';

/** `market:` is the Play store's own scheme for the same links. */
const schemes = ['http:', 'https:', 'market:'];

/** An address of an application. Error: `invalid_input` that names the field. */
export function parseAddress(text: string, field: string): URL {
  const url = URL.parse(text);
  if (url !== null && schemes.includes(url.protocol)) return url;
  throw new ServiceError('invalid_input', `${field}: write a full address, as https://example.org/.`, {
    details: { field, problem: 'is not a URL' },
  });
}

export interface AddressKind {
  type: ApplicationType;
  /** What names the application in its public store; null on the web. */
  storeId: string | null;
}

/** Tells the address of an application in a public store from any other. */
export function kindOfAddress(url: URL): AddressKind {
  const appleId = /(^|\.)(apps|itunes)\.apple\.com$/.test(url.hostname) && /\/id(\d+)/.exec(url.pathname);
  if (appleId) return { type: applicationTypes.iosStore, storeId: appleId[1] ?? null };
  const isPlay = url.hostname === 'play.google.com' || url.protocol === 'market:';
  const packageName = isPlay ? url.searchParams.get('id') : null;
  if (packageName) return { type: applicationTypes.androidStore, storeId: packageName };
  return { type: applicationTypes.web, storeId: null };
}
