import { Type } from 'typebox';
import { operation } from '../../../contract/common/operation.ts';
import { route } from '../../../mock-server/platform/http/route.ts';
import { createServer } from '../../../mock-server/platform/http/server.ts';
import { defaultLimits } from '../../../mock-server/settings/limits.ts';

/**
 * A program: sends requests to a service in which one operation throws; prints its log and then the last answer. With the
 * argument `full`, the error is that of a full disk, three times.
 */
const isFull = process.argv.includes('full');
const fail = operation({
  area: 'jobs',
  context: 'none',
  method: 'GET',
  name: 'fail',
  path: '/v3/fails/',
  response: Type.Object({}),
  source: 'ours: a test',
  summary: 'A test',
});
const app = createServer({
  tls: null,
  trustProxy: null,
  logLevel: 'error',
  publicUrl: null,
  limits: defaultLimits,
});
route(app, fail, async () => {
  throw Object.assign(new Error('the disk at /inside has no room'), isFull && { code: 'ENOSPC' });
});
const send = () => app.inject({ method: 'GET', url: '/v3/fails/?token=secret' });
if (isFull) for (let time = 0; time < 2; time += 1) await send();
const { statusCode, body } = await send();
await app.close();
// A server that never listened keeps its process alive.
process.stdout.write(`${JSON.stringify({ statusCode, body: JSON.parse(body) as unknown })}\n`, () =>
  process.exit(0),
);
