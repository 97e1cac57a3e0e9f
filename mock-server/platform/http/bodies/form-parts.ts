import { ServiceError } from '../../errors.ts';
import { headerText, mediaTypeOf, parametersOf } from './header-parameters.ts';

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
const longestHeaders = 16 * 1024;
/** Most characters of a boundary; RFC 2046, section 5.1.1, has 70. */
const longestBoundary = 200;
const lineEnd = Buffer.from('\r\n');
const headersEnd = Buffer.from('\r\n\r\n');
const dashes = Buffer.from('--');

const unreadable = () =>
  new ServiceError('invalid_input', 'The form cannot be read, or ends too early. Send it again.');

/**
 * Reads the parts of a multipart body while it arrives. Errors: `invalid_input` for a body that is none, and those of
 * the source.
 */
export async function* formParts(
  source: AsyncIterator<Buffer>,
  contentType: string,
): AsyncGenerator<FormPart> {
  const boundary = parametersOf(contentType).get('boundary') ?? '';
  if (boundary === '' || boundary.length > longestBoundary) throw unreadable();
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const scanner = new Scanner(source);
  await drop(scanner.until(delimiter));
  while (!(await scanner.startsWith(dashes))) {
    const content = scanner.until(delimiter);
    yield { ...describe(await headersOf(scanner)), content };
    await drop(content);
  }
}

async function drop(pieces: AsyncGenerator<Buffer>): Promise<void> {
  while ((await pieces.next()).done !== true);
}

async function headersOf(scanner: Scanner): Promise<string> {
  let text = '';
  for await (const piece of scanner.until(headersEnd)) {
    text += piece.toString('latin1');
    if (text.length > longestHeaders) throw unreadable();
  }
  return text;
}

function describe(headers: string): Omit<FormPart, 'content'> {
  const type = valueOf(headers, 'content-type') ?? 'text/plain';
  const names = parametersOf(valueOf(headers, 'content-disposition') ?? '');
  const fileName = extended(names.get('filename*')) ?? names.get('filename');
  return {
    name: headerText(names.get('name') ?? ''),
    fileName: fileName === undefined ? undefined : lastSegment(headerText(fileName)),
    mediaType: mediaTypeOf(type),
    charset: parametersOf(type).get('charset'),
  };
}

/** The value of a header; continued lines belong to it. */
function valueOf(headers: string, name: string): string | undefined {
  const lines = headers.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const line = lines.find((text) => text.slice(0, text.indexOf(':')).trim().toLowerCase() === name);
  return line?.slice(line.indexOf(':') + 1).trim();
}

/** The bytes of a file name in the form of RFC 8187, as far as they are UTF-8. */
function extended(value: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? '') ?? [];
  return encoded?.replace(/%([0-9a-f]{2})/gi, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  );
}

function lastSegment(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  return name === '.' || name === '..' ? '' : name;
}

/** Finds delimiters in bytes that arrive in pieces. */
class Scanner {
  readonly #source: AsyncIterator<Buffer>;
  /** What has arrived and was not passed on. A delimiter begins with the end of the line before, also the first one. */
  #held: Buffer = lineEnd;

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source;
  }

  /** The bytes before the next delimiter, which is dropped. Error: `invalid_input` when there is none. */
  async *until(delimiter: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(delimiter);
      const end = at < 0 ? startOfPrefix(this.#held, delimiter) : at;
      const piece = this.#held.subarray(0, end);
      this.#held = this.#held.subarray(at < 0 ? end : at + delimiter.length);
      if (piece.length > 0) yield piece;
      if (at >= 0) return;
      await this.#more();
    }
  }

  /** Whether these bytes come next. */
  async startsWith(bytes: Buffer): Promise<boolean> {
    while (this.#held.length < bytes.length) await this.#more();
    return this.#held.subarray(0, bytes.length).equals(bytes);
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#source.next();
    if (done === true) throw unreadable();
    // Most pieces are passed on as they came: their memory can then be freed as soon as they are written.
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
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
