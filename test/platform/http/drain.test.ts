import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { closeConnectionsOnStop } from '../../../mock-server/platform/http/limits/drain.ts';

it('a server that closes waits for the answer it owes, and for nothing after it', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  closeConnectionsOnStop(app);
  const request = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.get('/', () => {
    request.resolve();
    return answer.promise;
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const openedAhead = connect(Number(new URL(url).port), '127.0.0.1');
  await once(openedAhead, 'connect');
  const response = fetch(url).then((each) => each.text());
  await request.promise;
  const closed = app.close();
  answer.resolve('what was owed');
  expect(await response).toBe('what was owed');
  await closed;
  openedAhead.destroy();
});
