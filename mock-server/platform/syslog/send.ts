import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A syslog server. */
export interface SyslogServer {
  host: string;
  port: number;
  /** TLS, whose certificate must be valid for the host; RFC 5425. */
  secure: boolean;
}

/** Milliseconds without progress after which the server counts as unreachable. */
const timeout = 10_000;

/**
 * Sends messages over one connection, each preceded by its length in bytes (RFC 5425, section 4.3; RFC 6587 for TCP).
 * Resolves when the server has closed the connection after reading them; the protocol has no answers. Error: that of
 * the connection.
 */
export async function sendMessages(server: SyslogServer, messages: readonly string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket: Socket = server.secure
    ? connectTls({ host: server.host, port: server.port, servername: server.host })
    : connectTcp({ host: server.host, port: server.port });
  socket.setTimeout(timeout, () =>
    socket.destroy(new Error('The syslog server does not read what it is sent.')),
  );
  socket.once('error', reject);
  socket.once('close', (failed) => {
    if (!failed) resolve();
  });
  socket.resume();
  socket.end(messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join(''));
  await promise;
}
