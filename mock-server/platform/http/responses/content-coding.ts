import { pipeline, type Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** Content codings that the service writes; RFC 9110, section 8.4.1, and RFC 8878. */
export type ContentCoding = 'zstd' | 'br' | 'gzip';

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, ZSTD_c_compressionLevel, Z_DEFAULT_COMPRESSION } =
  zlib.constants;
const { BROTLI_OPERATION_FLUSH, ZSTD_e_flush, Z_SYNC_FLUSH } = zlib.constants;
const brotli = promisify(zlib.brotliCompress);
const zstd = promisify(zlib.zstdCompress);
const gzip = promisify(zlib.gzip);

/** From quality 5 on, Brotli models context, which helps short answers most. */
const brotliQuality = 5;

/** Up to this size (bytes) Brotli's dictionary makes answers a tenth smaller; above, Zstandard takes a tenth of the time. */
const short = 8 * 1024;

/** The best coding for an answer of `length` bytes that the `Accept-Encoding` header accepts; null for none. */
export function chooseCoding(header: string | undefined, length: number): ContentCoding | null {
  if (header === undefined) return null;
  const preferred: readonly ContentCoding[] =
    length <= short ? ['br', 'zstd', 'gzip'] : ['zstd', 'br', 'gzip'];
  return preferred.find((coding) => accepts(header, coding)) ?? null;
}

/** Whether the header names the coding, or `*`, with a weight above 0; RFC 9110, section 12.5.3. */
function accepts(header: string, coding: string): boolean {
  const weights = new Map(header.toLowerCase().split(',').map(parseWeight));
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
}

function parseWeight(part: string): [coding: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}

/**
 * From this size on (bytes), an answer that is sent once is compressed quickly: compressing a block of a feed well
 * takes longer than making it.
 */
const long = 256 * 1024;

/** The level with which each coding compresses. */
interface Effort {
  gzip: number;
  zstd: number;
  brotli: number;
}

const thorough: Effort = { gzip: Z_DEFAULT_COMPRESSION, zstd: 6, brotli: brotliQuality };
const quick: Effort = { gzip: 1, zstd: 1, brotli: 1 };

/** Compresses an answer that is sent once, outside of the event loop. */
export const compress = (coding: ContentCoding, bytes: Buffer): Promise<Buffer> =>
  pack(coding, bytes, bytes.length < long ? thorough : quick);

function pack(coding: ContentCoding, bytes: Buffer, effort: Effort): Promise<Buffer> {
  if (coding === 'gzip') return gzip(bytes, { level: effort.gzip });
  if (coding === 'zstd') return zstd(bytes, { params: { [ZSTD_c_compressionLevel]: effort.zstd } });
  return brotli(bytes, {
    params: { [BROTLI_PARAM_QUALITY]: effort.brotli, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

const compressedCache = new WeakMap<Buffer, Map<ContentCoding, Promise<Buffer>>>();

/** Compresses bytes that are sent many times: each form is made once, and kept as long as the bytes are. */
export function compressOnce(coding: ContentCoding, bytes: Buffer): Promise<Buffer> {
  const forms = compressedCache.get(bytes) ?? new Map<ContentCoding, Promise<Buffer>>();
  compressedCache.set(bytes, forms);
  const made = forms.get(coding) ?? pack(coding, bytes, thorough);
  forms.set(coding, made);
  return made;
}

/**
 * Compresses an answer of unknown length while it is made: each piece is sent at once, and no more is in memory than
 * without compression. It ends with the answer, and ends the answer when the client disconnects.
 */
export const compressStream = (coding: ContentCoding, answer: Readable): Readable =>
  // An error ends both; whoever sends the result gets it there.
  pipeline(answer, createCompressor(coding), () => undefined);

function createCompressor(coding: ContentCoding): Transform {
  if (coding === 'gzip') return zlib.createGzip({ level: quick.gzip, flush: Z_SYNC_FLUSH });
  if (coding === 'zstd')
    return zlib.createZstdCompress({
      flush: ZSTD_e_flush,
      params: { [ZSTD_c_compressionLevel]: quick.zstd },
    });
  return zlib.createBrotliCompress({
    flush: BROTLI_OPERATION_FLUSH,
    params: { [BROTLI_PARAM_QUALITY]: quick.brotli },
  });
}
