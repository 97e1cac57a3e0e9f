import type { Buffer } from 'node:buffer';
import { type FormFactor, formFactors } from '../../../../contract/common/codes.ts';
import { type StoreListing, StoreProblem } from './listing.ts';
import { cleanLine, cleanText } from './text.ts';
import { parseJson, toList, toRecord, toTexts } from './values.ts';

/** The address at which Apple's lookup service describes an application, in the country of its page. */
export function buildAppleLookupUrl(base: string, page: URL, id: string): string {
  const country = /^\/([a-z]{2})\//i.exec(page.pathname)?.[1]?.toLowerCase() ?? 'us';
  return `${base}lookup?${new URLSearchParams({ id, country }).toString()}`;
}

/** What the lookup service answered about application `id`. Error: StoreProblem. */
export function readAppleLookup(bytes: Buffer, id: string): StoreListing {
  const { results } = toRecord(parseJson(bytes.toString('utf8')));
  if (!Array.isArray(results)) throw new StoreProblem('store_not_understood', 'no list of results');
  const found = results.map(toRecord).find((result) => isApplication(result, id));
  if (found === undefined) throw new StoreProblem('store_unknown_app', 'not among the results');
  return toListing(found);
}

/** Checks that the result is an application: songs and films have such ids too. */
const isApplication = ({ trackId, kind }: Readonly<Record<string, unknown>>, id: string): boolean =>
  String(trackId) === id && (kind === undefined || kind === 'software');

function toListing(result: Readonly<Record<string, unknown>>): StoreListing {
  const name = cleanLine(result.trackName);
  if (name === '') throw new StoreProblem('store_not_understood', 'no name');
  const description = cleanText(result.description);
  return {
    name,
    bundleId: cleanLine(result.bundleId).slice(0, 255) || null,
    versionNum: cleanLine(result.version),
    author: cleanLine(result.sellerName) || cleanLine(result.artistName),
    // The App Store has no short description: publishers write the first line to serve as one.
    shortDescription: cleanLine(description.split('\n')[0]),
    longDescription: description,
    note: cleanText(result.releaseNotes),
    minOs: /^\d{1,4}(\.\d{1,4}){0,2}$/.exec(cleanLine(result.minimumOsVersion))?.[0] ?? null,
    formFactor: detectFormFactor(result),
    ...listPictures(result),
  };
}

function listPictures(result: Readonly<Record<string, unknown>>): Pick<StoreListing, 'icon' | 'screenshots'> {
  const [icon = null] = toTexts([result.artworkUrl512, result.artworkUrl100]);
  const phone = toTexts(result.screenshotUrls).map((address) => ({ form: 'phone' as const, address }));
  const tablet = toTexts(result.ipadScreenshotUrls).map((address) => ({ form: 'tablet' as const, address }));
  return { icon, screenshots: [...phone, ...tablet] };
}

/** The devices that an application is made for. One for phones also runs on tablets, but that does not count. */
function detectFormFactor({
  features,
  supportedDevices,
}: Readonly<Record<string, unknown>>): FormFactor | null {
  if (toList(features).includes('iosUniversal')) return formFactors.phoneAndTablet;
  const devices = toTexts(supportedDevices);
  if (devices.length === 0) return null;
  return devices.every((device) => device.startsWith('iPad')) ? formFactors.tablet : formFactors.phone;
}
