import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { connect } from '../../../mock-server/platform/database/connect.ts';
import { isNeverStarted } from '../../../mock-server/platform/database/postgres/lost-connection.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { freePort } from '../../setup/free-port.ts';
import { startService } from '../../setup/service.ts';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const { close } of opened.splice(0)) close();
});

/** A server that accepts every connection and sends nothing. */
async function mute(): Promise<{ url: string; connections: Socket[] }> {
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    connections.push(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push({
    close: () => {
      server.close();
      for (const socket of connections) socket.destroy();
    },
  });
  return { url: `postgres://me@127.0.0.1:${(server.address() as AddressInfo).port}/app`, connections };
}

/** The error with which a service refuses to start there. */
const whyNot = (url: string) =>
  startService({ database: { url, timeouts: { connect: 500 } } }).then(
    () => 'It has started.',
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );

test('a server that does not take a connection in time is not asked again by the same request', async () => {
  const { url, connections } = await mute();
  const { db, close } = await connect({ url, poolSize: 1, timeouts: { connect: 500 } });
  const failure = await sql`select 1`.execute(withoutGuard(db)).catch((error: unknown) => error);
  expect(failure).toMatchObject({ errorName: 'unavailable' });
  expect(isNeverStarted(failure)).toBe(true);
  expect(connections).toHaveLength(1);
  await close();
});

test('a start says in one sentence why there is no server', async () => {
  const port = await freePort();
  expect(await whyNot(`postgres://me:secret@127.0.0.1:${port}/app`)).toBe(
    `ConfigError: DATABASE_URL can't be used: nothing listens at 127.0.0.1:${port}: is the server started, and the port right?`,
  );
  expect(await whyNot('postgres://me:secret@nowhere.invalid/app')).toMatch(
    /^ConfigError: DATABASE_URL can't be used: (no machine has|the name of) .*nowhere\.invalid:5432/,
  );
  const { url } = await mute();
  expect(await whyNot(url)).toMatch(/^ConfigError: DATABASE_URL .*127\.0\.0\.1:\d+ did not answer as/);
  expect(await whyNot('postgres:///app?host=/nowhere/at/all')).toMatch(/no server at \/nowhere\/at\/all/);
});
