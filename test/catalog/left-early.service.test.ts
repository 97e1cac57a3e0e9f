import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { catalogEvents } from '../../contract/sync.ts';
import { defaultLimits } from '../../mock-server/settings/limits.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { startService } from '../setup/service.ts';

it('who has left before their stream begins takes no place of others', async () => {
  const perOrganization = 3;
  const service = await startService({
    limits: { events: { ...defaultLimits.events, perOrganization, perPerson: 100 } },
  });
  try {
    const session = await service.signIn(service.admin);
    const head = `X-TOKEN: ${session.token}\r\nX-UDID: ${session.udid}\r\nHost: localhost\r\n\r\n`;
    for (let at = 0; at < perOrganization * 5; at += 1) {
      // Its request arrives together with the end of the connection.
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      await new Promise((sent) =>
        socket.end(`GET /v3/catalog/events?seconds=3600 HTTP/1.1\r\n${head}`, () => sent(null)),
      );
      socket.destroy();
    }
    const status = async () =>
      (await service.call(catalogEvents, { ...session, query: { seconds: 0 } })).status;
    await expect.poll(status, { timeout: timeouts.step }).toBe(200);
  } finally {
    await service.stop();
  }
});
