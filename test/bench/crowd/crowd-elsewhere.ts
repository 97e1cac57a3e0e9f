import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from '../child.ts';

/** A server that only refuses. What its attackers cost the machine is the cost of the attackers themselves. */
await serveParent(async () => {
  const server = createServer({ headersTimeout: 10_000, connectionsCheckingInterval: 1_000 }, (_, response) =>
    response.writeHead(404, { connection: 'close' }).end(),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ready: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
});
