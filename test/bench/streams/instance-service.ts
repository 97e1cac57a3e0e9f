import { buildApp } from '../../../mock-server/app.ts';
import type { Config } from '../../../mock-server/config.ts';
import { testWorkers } from '../../setup/workers.ts';
import { serveParent } from '../child.ts';

/** Another instance of a service, with its settings; reports its address. */
await serveParent(async (argument) => {
  const config = argument as Config;
  const app = await buildApp(config, { workers: testWorkers() });
  const url = await app.server.listen({ host: config.host, port: 0 });
  return { ready: url, stop: () => app.close() };
});
