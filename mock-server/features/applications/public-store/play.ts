import type { Buffer } from 'node:buffer';
import { findPageElements, type PageElement } from './html.ts';
import { type StoreListing, StoreProblem } from './listing.ts';
import { cleanLine, cleanText } from './text.ts';
import { parseJson, toList, toRecord, toTexts } from './values.ts';

/** The page of an application in the Play store, in the language and country of its address. */
export function buildPlayUrl(base: string, page: URL, id: string): string {
  const language = /^[a-z]{2,3}([-_][a-z\d]{2,4})?$/i.exec(page.searchParams.get('hl') ?? '')?.[0] ?? 'en';
  const country = /^[a-z]{2}$/i.exec(page.searchParams.get('gl') ?? '')?.[0];
  const query = new URLSearchParams({ id, hl: language, ...(country !== undefined && { gl: country }) });
  return `${base}store/apps/details?${query.toString()}`;
}

/** The listing on the page of application `id`; `address` is where the page was. Error: StoreProblem. */
export function readPlayPage(bytes: Buffer, id: string, address: string): StoreListing {
  const elements = findPageElements(bytes.toString('utf8'));
  const meta = collectMeta(elements);
  const data = findStructuredData(elements);
  const name =
    cleanLine(data.name) || cleanLine(meta.get('og:title')?.replace(/ [-–] .*Google Play.*$/s, ''));
  const own = meta.get('og:url');
  if (name === '' || (own !== undefined && URL.parse(own)?.searchParams.get('id') !== id)) {
    throw new StoreProblem('store_not_understood', 'not the page of this application');
  }
  const short = cleanLine(meta.get('og:description')) || cleanLine(data.description);
  return {
    name,
    bundleId: null,
    versionNum: cleanLine(data.softwareVersion),
    author: cleanLine(toRecord(data.author).name),
    shortDescription: short,
    longDescription: selectByLength([meta.get('description'), data.description, short]),
    note: '',
    minOs: null,
    formFactor: null,
    icon: listPictureAddresses([data.image, meta.get('og:image')], address, 's512')[0] ?? null,
    screenshots: listScreenshotRows(elements, data)
      .flatMap((picture) => listPictureAddresses([picture], address, 'w1280-h1280'))
      .map((picture) => ({ form: 'phone' as const, address: picture })),
  };
}

const selectByLength = (texts: readonly unknown[]): string =>
  texts.map(cleanText).reduce((max, text) => (text.length > max.length ? text : max), '');

/**
 * Contents of `meta` elements by name, property or item. Of several with one name the first is taken, of descriptions
 * the longest.
 */
function collectMeta(elements: readonly PageElement[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, attributes } of elements) {
    if (name !== 'meta') continue;
    const key = attributes.property ?? attributes.name ?? attributes.itemprop ?? '';
    const content = attributes.content ?? '';
    const known = found.get(key);
    if (known === undefined || (key === 'description' && content.length > known.length)) {
      found.set(key, content);
    }
  }
  return found;
}

/** The application as the page's JSON-LD describes it (schema.org, SoftwareApplication); empty when it does not. */
function findStructuredData(elements: readonly PageElement[]): Readonly<Record<string, unknown>> {
  const records = elements
    .filter(({ attributes }) => attributes.type?.trim().toLowerCase() === 'application/ld+json')
    .flatMap(({ text }) => toListed(parseJson(text)))
    .map(toRecord);
  return records.find((record) => isApplication(record['@type'])) ?? {};
}

const toListed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const isApplication = (type: unknown): boolean =>
  toTexts(toListed(type)).some((name) => ['SoftwareApplication', 'MobileApplication'].includes(name));

const listScreenshotRows = (elements: readonly PageElement[], data: Readonly<Record<string, unknown>>) => {
  const images = elements.filter(
    ({ name, attributes }) => name === 'img' && 'data-screenshot-index' in attributes,
  );
  return [...images.map(({ attributes }) => attributes.src), ...toList(data.screenshot)];
};

/** Addresses of pictures. Those on the store's own image server get the size that the service needs, as PNG or JPEG. */
function listPictureAddresses(candidates: readonly unknown[], page: string, size: string): string[] {
  return toTexts(candidates).flatMap((candidate) => {
    const url = URL.parse(candidate, page);
    if (url === null) return [];
    if (url.hostname.endsWith('.googleusercontent.com')) {
      url.pathname = url.pathname.replace(/=[^=/]*$/, '').concat(`=${size}`);
    }
    return [url.href];
  });
}
