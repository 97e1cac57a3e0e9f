import { ServiceError } from '../../errors.ts';
import { decodeHeader, parseMediaType, parseParameters } from './header-parameters.ts';

/** A part of a multipart body. Its content has to be read before the next part, or is dropped then. */
export interface FormPart {
  /** Empty when it has none. */
  name: string;
  /** Without folders; undefined when it has none. */
  fileName: string | undefined;
  mediaType: string;
  charset: string | undefined;
  content: AsyncGenerator<Buffer>;
}

/** Most bytes of the headers of a part. */
const maxHeaderBytes = 16 * 1024;
/** Most characters of a boundary; RFC 2046, section 5.1.1, has 70. */
const maxBoundaryLength = 200;
const lineEnd = Buffer.from('\r\n');
const headersEnd = Buffer.from('\r\n\r\n');
const dashes = Buffer.from('--');

const unreadableFormError = () =>
  new ServiceError('invalid_input', 'The form cannot be read, or ends too early. Send it again.');

/**
 * Reads the parts of a multipart body while it arrives. Errors: `invalid_input` for a body that is none, and those of
 * the source.
 */
export async function* parseFormParts(
  source: AsyncIterator<Buffer>,
  contentType: string,
): AsyncGenerator<FormPart> {
  const boundary = parseParameters(contentType).get('boundary') ?? '';
  if (boundary === '' || boundary.length > maxBoundaryLength) throw unreadableFormError();
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const scanner = new Scanner(source);
  await discard(scanner.readUntil(delimiter));
  while (!(await scanner.isNext(dashes))) {
    const content = scanner.readUntil(delimiter);
    yield { ...describe(await readHeaders(scanner)), content };
    await discard(content);
  }
}

async function discard(pieces: AsyncGenerator<Buffer>): Promise<void> {
  while ((await pieces.next()).done !== true);
}

async function readHeaders(scanner: Scanner): Promise<string> {
  let text = '';
  for await (const piece of scanner.readUntil(headersEnd)) {
    text += piece.toString('latin1');
    if (text.length > maxHeaderBytes) throw unreadableFormError();
  }
  return text;
}

function describe(headers: string): Omit<FormPart, 'content'> {
  const type = getHeaderValue(headers, 'content-type') ?? 'text/plain';
  const names = parseParameters(getHeaderValue(headers, 'content-disposition') ?? '');
  const fileName = decodeExtended(names.get('filename*')) ?? names.get('filename');
  return {
    name: decodeHeader(names.get('name') ?? ''),
    fileName: fileName === undefined ? undefined : getLastSegment(decodeHeader(fileName)),
    mediaType: parseMediaType(type),
    charset: parseParameters(type).get('charset'),
  };
}

/** The value of a header; continued lines belong to it. */
function getHeaderValue(headers: string, name: string): string | undefined {
  const lines = headers.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const line = lines.find((text) => text.slice(0, text.indexOf(':')).trim().toLowerCase() === name);
  return line?.slice(line.indexOf(':') + 1).trim();
}

/** The bytes of a file name in the form of RFC 8187, as far as they are UTF-8. */
function decodeExtended(value: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? '') ?? [];
  return encoded?.replace(/%([0-9a-f]{2})/gi, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  );
}

function getLastSegment(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  return name === '.' || name === '..' ? '' : name;
}

/** Finds delimiters in bytes that arrive in pieces. */
class Scanner {
  readonly #source: AsyncIterator<Buffer>;
  /** What has arrived and was not passed on. A delimiter begins with the end of the line before, also the first one. */
  #buffered: Buffer = lineEnd;

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source;
  }

  /** The bytes before the next delimiter, which is dropped. Error: `invalid_input` when there is none. */
  async *readUntil(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#buffered.indexOf(delimiter);
      const end = at < 0 ? startOfPrefix(this.#buffered, delimiter) : at;
      const piece = this.#buffered.subarray(0, end);
      this.#buffered = this.#buffered.subarray(at < 0 ? end : at + delimiter.length);
      if (piece.length > 0) yield piece;
      if (at >= 0) return;
      await this.#readMore();
    }
  }

  /** Whether these bytes come next. */
  async isNext(bytes: Buffer): Promise<boolean> {
    while (this.#buffered.length < bytes.length) await this.#readMore();
    return this.#buffered.subarray(0, bytes.length).equals(bytes);
  }

  async #readMore(): Promise<void> {
    const { value, done } = await this.#source.next();
    if (done === true) throw unreadableFormError();
    // Most pieces are passed on as they came: their memory can then be freed as soon as they are written.
    this.#buffered = this.#buffered.length === 0 ? value : Buffer.concat([this.#buffered, value]);
  }
}

/** Where, at the end of the bytes, the beginning of a delimiter is; else their length. */
function startOfPrefix(bytes: Buffer, delimiter: Buffer): number {
  const first = delimiter[0] ?? 0;
  let at = bytes.indexOf(first, Math.max(0, bytes.length - delimiter.length + 1));
  while (at >= 0) {
    const rest = bytes.subarray(at);
    if (delimiter.subarray(0, rest.length).equals(rest)) return at;
    at = bytes.indexOf(first, at + 1);
  }
  return bytes.length;
}
