import { defaultLimits } from '../../mock-server/limits.ts';
import { startService } from '../setup/service.ts';
import { serveParent } from './child.ts';
import { manyUsers } from './many-users.ts';

export interface CrowdService {
  url: string;
  token: string;
}

/** The service as it runs, with the cost of passwords and the limits that it has in use. */
await serveParent(async () => {
  const { passwordMemory, passwordPasses, signInFailures } = defaultLimits;
  const service = await startService({ limits: { passwordMemory, passwordPasses, signInFailures } });
  await manyUsers(service, 100);
  const ready: CrowdService = { url: service.url, token: service.admin.token };
  return { ready, stop: () => service.stop() };
});
