import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticateUser } from '../../../contract/identity.ts';
import { buildIfChanged } from '../../../mock-server/launch/build.ts';
import { freePort } from '../../setup/free-port.ts';
import { ServiceProcess } from '../../setup/service-process.ts';
import { People, password } from '../../setup/world/people.ts';

/** The built service, as it runs, with 100 people and a page of 64 kB. */
export interface CrowdService {
  url: string;
  token: string;
  user_id: string;
  password: string;
  /** Its resident memory in bytes; Linux says it. */
  memory(): Promise<number>;
  /** Milliseconds that its event loop has used a processor, and that it was ready and had none. */
  processor(): Promise<{ used: number; waited: number }>;
  stop(): Promise<void>;
}

const user_id = 'admin';

/** Starts it on data of its own. */
export async function startCrowdService(): Promise<CrowdService> {
  await buildIfChanged();
  const home = await mkdtemp(join(tmpdir(), 'appshelf-crowd-'));
  await writeFile(join(home, 'index.html'), '<!doctype html><title>Catalog</title>'.padEnd(65_536));
  const port = await freePort();
  const service = new ServiceProcess({
    DATA_DIR: join(home, 'data'),
    CATALOG_DIR: home,
    PORT: String(port),
    HOST: '127.0.0.1',
    ORGANIZATION_NAME: 'Crowd',
    ADMIN_USER_ID: user_id,
    ADMIN_PASSWORD: password,
    ADMIN_EMAIL: 'admin@example.org',
  });
  await service.start();
  const url = `http://127.0.0.1:${port}`;
  const nobody = new People(url, { token: '', orgId: '', id: '', userId: user_id, password });
  const { token, organization, user } = await nobody.ok(authenticateUser, {
    body: { user_id, password, remember_me: true },
  });
  const people = new People(url, { ...nobody.admin, token, orgId: organization.id, id: user.id });
  for (let at = 0; at < 100; at++) await people.makeUser();
  return {
    url,
    token,
    user_id,
    password,
    memory: async () => {
      const [, pages = '0'] = (await readFile(`/proc/${service.pid}/statm`, 'utf8')).split(' ');
      return Number(pages) * 4096;
    },
    processor: async () => {
      const [used = '0', waited = '0'] = (await readFile(`/proc/${service.pid}/schedstat`, 'utf8')).split(
        ' ',
      );
      return { used: Number(used) / 1e6, waited: Number(waited) / 1e6 };
    },
    stop: async () => {
      await service.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
