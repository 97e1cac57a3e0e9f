/**
 * Sends a package to the service from its own process, and prints the seconds that this took. It reads the file into
 * two buffers that it reuses, and writes them to a plain socket, so that only the service is measured.
 */
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pump } from '../../../mock-server/platform/blobs/pump.ts';
import type { UploadService } from './upload-service.ts';

export interface Sending extends Pick<UploadService, 'url' | 'token'> {
  file: string;
  way: keyof typeof ways;
}

/** Bytes of a request of a resumable upload. */
const pieceSize = 256 * 1024 ** 2;

const ways = { form: sendForm, pieces: sendPieces };

interface Question {
  method: string;
  path: string;
  headers: Record<string, string | number>;
  /** What is sent before and after the part of the file. */
  before?: string;
  after?: string;
  part?: { start: number; end: number };
}

async function sendForm(sending: Sending): Promise<void> {
  const boundary = 'a-boundary-of-the-measurement';
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  await ask(sending, {
    method: 'POST',
    path: '/v1/applications/',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    before: `${part('name="data"')}{}\r\n${part('name="app_file"; filename="package.apk"')}`,
    part: { start: 0, end: (await stat(sending.file)).size },
    after: `\r\n--${boundary}--\r\n`,
  });
}

async function sendPieces(sending: Sending): Promise<void> {
  const { size } = await stat(sending.file);
  const version = { 'tus-resumable': '1.0.0' };
  const named = { 'upload-length': size, 'upload-metadata': `filename ${btoa('package.apk')}` };
  const path = '/v3/uploads/';
  const { upload } = (await ask(sending, { method: 'POST', path, headers: { ...version, ...named } })) as {
    upload: { id: string };
  };
  for (let start = 0; start < size; start += pieceSize) {
    const part = { start, end: Math.min(start + pieceSize, size) };
    const about = { 'upload-offset': start, 'content-type': 'application/offset+octet-stream' };
    const headers = { ...version, ...about };
    await ask(sending, { method: 'PATCH', path: `${path}${upload.id}`, headers, part });
  }
  const headers = { 'content-type': 'application/json' };
  const before = JSON.stringify({ upload_id: upload.id });
  await ask(sending, { method: 'POST', path: '/v1/applications/', headers, before });
}

/**
 * Sends one request on its own connection; returns the JSON of its answer, null where there is none. Error: when the
 * request was refused.
 */
async function ask({ url, token, file }: Sending, question: Question): Promise<unknown> {
  const { method, path, headers, before = '', after = '', part = { start: 0, end: 0 } } = question;
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const answered = buffer(socket);
  const length = Buffer.byteLength(before) + part.end - part.start + Buffer.byteLength(after);
  const all = { host, connection: 'close', 'x-token': token, 'content-length': length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${before}`);
  if (part.end > part.start) await pump(file, { start: part.start, end: part.end - 1 }, socket);
  socket.write(after);
  const [head = '', body = ''] = (await answered).toString().split('\r\n\r\n');
  if (!head.startsWith('HTTP/1.1 2')) throw new Error(`${method} ${path}: ${head.split('\r\n')[0]} ${body}`);
  return body === '' ? null : JSON.parse(body);
}

const sending = JSON.parse(process.argv[2] ?? '') as Sending;
const started = performance.now();
await ways[sending.way](sending);
process.stdout.write(JSON.stringify({ seconds: (performance.now() - started) / 1000 }));
