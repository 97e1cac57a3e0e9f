import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { localhostCertificate } from '../../fixtures/localhost.ts';
import { serveParent } from '../child.ts';

export interface PushProvider {
  /** The address: `host:port`. */
  host: string;
  /** Its certificate, as PEM. */
  cert: string;
}

/** A push service that speaks HTTP/2 like Apple's, and accepts everything. */
await serveParent(async () => {
  const { cert, key } = localhostCertificate();
  const server = createSecureServer({ cert, key, settings: { maxConcurrentStreams: 1000 } });
  server.on('stream', (stream) => {
    stream.respond({ ':status': 200 }, { endStream: true });
    stream.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ready: PushProvider = { host: `localhost:${(server.address() as AddressInfo).port}`, cert };
  return { ready, stop: async () => void server.close() };
});
