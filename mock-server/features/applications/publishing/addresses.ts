import { type ApplicationType, applicationTypes } from '../../../../contract/common/codes.ts';
import { ServiceError } from '../../../platform/errors.ts';

const packageName = /^[a-z]\w*(\.[a-z]\w*)+$/i;
const maxPackageNameLength = 255;
/** In characters of the percent-encoded form, in which one letter of a non-Latin script takes up to nine. */
const maxAddressLength = 2000;
const appleHost = /(^|\.)(apps|itunes)\.apple\.com$/;
/** `/de/app/a-name/id361309726`; the country and the name may be left out. */
const applePath = /^\/(?:[a-z]{2}\/)?app\/(?:[^/]+\/)?id(\d{1,19})\/?$/i;

/** `/s?appid=<guid>`, and `/de-de/store/app/a-name/<guid>`; the country may be left out. */
const windowsPhoneHost = /^(www\.)?windowsphone\.com$/;
const windowsPhonePath = /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?store\/app\/[^/]+\/([^/]+)\/?$/i;
const guid = /^\{?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}?$/i;

/**
 * Parses the address of an application. `market:`, the Play store's own scheme, opens only on Android, so such an address
 * becomes that of the same page at play.google.com. Error: `invalid_input` that names the field, also for an address with a
 * user name or password.
 */
export function parseAddress(text: string, field: string): URL {
  const url = URL.parse(text);
  if (url !== null && url.href.length > maxAddressLength) throw invalidAddressError(field, 'is too long');
  if (url !== null && (url.username !== '' || url.password !== '')) throw addressWithPasswordError(field);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  const page = url === null ? null : toPlayPage(url);
  if (page !== null) return page;
  throw invalidAddressError(field, 'is not a URL');
}

const invalidAddressError = (field: string, problem: string): ServiceError =>
  new ServiceError(
    'invalid_input',
    `${field}: write a full address of at most ${maxAddressLength} characters, as https://example.org/.`,
    { details: { field, problem } },
  );

const addressWithPasswordError = (field: string): ServiceError =>
  new ServiceError(
    'invalid_input',
    `${field}: leave out the user name and password: everybody who has the application could read them.`,
    { details: { field, problem: 'has a user name or password' } },
  );

/** Whether `parseAddress` replaces the address by another one. */
export const isMarket = (text: string): boolean => URL.parse(text)?.protocol === 'market:';

/**
 * The page in the Play store that `market://details?id=…` means; null for searches and lists, which name no
 * application.
 */
function toPlayPage(url: URL): URL | null {
  const page = new URL('https://play.google.com/store/apps/details');
  page.search = url.search;
  return url.protocol === 'market:' && url.host === 'details' && findPlayId(page) !== null ? page : null;
}

export interface AddressKind {
  type: ApplicationType;
  /** The id of the application in its public store; null for a web application. */
  publicStoreId: string | null;
}

/** Tells the address of an application in a public store from any other. */
export function detectAddressKind(url: URL): AddressKind {
  const apple = appleHost.test(url.hostname) ? applePath.exec(url.pathname)?.[1] : undefined;
  if (apple !== undefined) return { type: applicationTypes.iosStore, publicStoreId: apple };
  const play = findPlayId(url);
  if (play !== null) return { type: applicationTypes.androidStore, publicStoreId: play };
  const windowsPhone = findWindowsPhoneId(url);
  if (windowsPhone !== null) return { type: applicationTypes.windowsPhoneStore, publicStoreId: windowsPhone };
  return { type: applicationTypes.web, publicStoreId: null };
}

function findPlayId(url: URL): string | null {
  const id = url.searchParams.get('id') ?? '';
  const isPage = url.hostname === 'play.google.com' && /^\/store\/apps\/details\/?$/.test(url.pathname);
  return isPage && id.length <= maxPackageNameLength && packageName.test(id) ? id : null;
}

function findWindowsPhoneId(url: URL): string | null {
  if (!windowsPhoneHost.test(url.hostname)) return null;
  const inQuery =
    url.pathname === '/s' ? (url.searchParams.get('appid') ?? url.searchParams.get('appId')) : null;
  const text = inQuery ?? windowsPhonePath.exec(url.pathname)?.[1] ?? '';
  return guid.exec(text)?.[1]?.toLowerCase() ?? null;
}
