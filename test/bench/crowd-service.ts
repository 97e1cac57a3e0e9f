import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '../../mock-server/limits.ts';
import { startService } from '../setup/service.ts';
import { serveParent } from './child.ts';
import { manyUsers } from './many-users.ts';

export interface CrowdService {
  url: string;
  token: string;
  user_id: string;
  password: string;
}

/** The service as it runs, with the cost of passwords and the limits that it has in use, and a page of 64 kB. */
await serveParent(async () => {
  const { passwordMemory, passwordPasses, signInFailures, pressure } = defaultLimits;
  const catalogDir = await mkdtemp(join(tmpdir(), 'appshelf-crowd-'));
  await writeFile(join(catalogDir, 'index.html'), '<!doctype html><title>Catalog</title>'.padEnd(65_536));
  const service = await startService({
    catalogDir,
    limits: { passwordMemory, passwordPasses, signInFailures, pressure },
  });
  await manyUsers(service, 100);
  const { token, userId: user_id, password } = service.admin;
  const ready: CrowdService = { url: service.url, token, user_id, password };
  const stop = async () => {
    await service.stop();
    await rm(catalogDir, { recursive: true });
  };
  return { ready, stop };
});
