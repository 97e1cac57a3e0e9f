import { connect, type Socket } from 'node:net';
import { vi } from 'vitest';
import { timeouts } from '../run/timeouts.ts';

/** A connection to the service on which a test writes what no client would send. */
export interface RawSocket {
  send(bytes: string | Uint8Array): void;
  /** Everything that was received so far. */
  received(): string;
  isClosed(): boolean;
  /** Waits until `count` answers were received; returns their status codes. */
  statuses(count: number): Promise<number[]>;
  /** Waits until the service has closed the connection; returns everything that was received. */
  ended(): Promise<string>;
  close(): void;
}

const until = (isSo: () => boolean): Promise<void> =>
  vi.waitFor(
    () => {
      if (!isSo()) throw new Error('What was awaited on a raw connection did not come.');
    },
    { timeout: timeouts.step },
  );

/**
 * Opens a connection to the service and writes the first bytes. `allowHalfOpen`: it stays open when the service closes
 * its side.
 */
export function openRaw(
  url: string,
  first: string | Uint8Array = '',
  { allowHalfOpen = false }: { allowHalfOpen?: boolean } = {},
): RawSocket {
  const { hostname, port } = new URL(url);
  return over(connect({ host: hostname, port: Number(port), allowHalfOpen }), first);
}

/** Writes the first bytes to an existing socket, for example one of TLS. */
export function over(socket: Socket, first: string | Uint8Array): RawSocket {
  let text = '';
  let closed = false;
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed = true;
  });
  if (first.length > 0) socket.write(first);
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return {
    send: (bytes) => void socket.write(bytes),
    received: () => text,
    isClosed: () => closed,
    statuses: async (count) => {
      await until(() => statuses().length >= count);
      return statuses();
    },
    ended: async () => {
      await until(() => closed);
      return text;
    },
    close: () => socket.destroy(),
  };
}

/** The head of a request to this machine, with the empty line that ends it. */
export const head = (line: string, headers: Record<string, string | number> = {}): string =>
  `${line} HTTP/1.1\r\nHost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
