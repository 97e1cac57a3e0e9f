import { Type } from 'typebox';
import { operation } from '../../../contract/common/operation.ts';
import { defaultLimits } from '../../../mock-server/limits.ts';
import { route } from '../../../mock-server/platform/http/route.ts';
import { createServer } from '../../../mock-server/platform/http/server.ts';

/** A program: sends a request to a service in which one operation throws; prints its log and then the answer. */
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
  throw new Error('the disk at /inside has no room');
});
const { statusCode, body } = await app.inject({ method: 'GET', url: '/v3/fails/?token=secret' });
await app.close();
// A server that never listened keeps its process alive.
process.stdout.write(`${JSON.stringify({ statusCode, body: JSON.parse(body) as unknown })}\n`, () =>
  process.exit(0),
);
