import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from '../child.ts';

/** The peer where nginx is not installed: Node sending a file, and nothing else. */
await serveParent(async (argument) => {
  const { file } = argument as { file: string };
  const { size } = await stat(file);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': size });
    createReadStream(file, { highWaterMark: 1024 * 1024 }).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.close();
  };
  return { ready: { address: `http://127.0.0.1:${port}/` }, stop };
});
