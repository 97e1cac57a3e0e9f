import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticateUser } from '../../../contract/identity.ts';
import { buildIfChanged } from '../../../mock-server/launch/build.ts';
import { freshDatabase } from '../../setup/database/database.ts';
import { freePort } from '../../setup/free-port.ts';
import { ServiceProcess } from '../../setup/service-process.ts';
import { People, password } from '../../setup/world/people.ts';
import { type Engine, startEngine } from '../engine.ts';

/** The built service with people and a page of 64 kB. */
export interface SignInService {
  url: string;
  token: string;
  user_id: string;
  /** Login names of the other people; all have the same password. */
  others: string[];
  password: string;
  stop(): Promise<void>;
}

const user_id = 'admin';

/** Starts the service on fresh data, with `count` people besides its administrator. */
export async function startSignInService(count: number, engine: Engine): Promise<SignInService> {
  await buildIfChanged();
  const stopEngine = await startEngine(engine);
  const home = await mkdtemp(join(tmpdir(), 'appshelf-sign-ins-'));
  await writeFile(join(home, 'index.html'), '<!doctype html><title>Catalog</title>'.padEnd(65_536));
  const port = await freePort();
  const database = await freshDatabase(home);
  const service = new ServiceProcess({
    ...('url' in database.location && {
      DATABASE_URL: database.location.url,
      SECRET_KEY: randomBytes(32).toString('base64'),
    }),
    DATA_DIR: join(home, 'data'),
    CATALOG_DIR: home,
    PORT: String(port),
    HOST: '127.0.0.1',
    ORGANIZATION_NAME: 'Sign-ins',
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
  const others: string[] = [];
  for (let at = 0; at < count; at++) others.push((await people.makeUser()).userId);
  return {
    url,
    token,
    user_id,
    others,
    password,
    stop: async () => {
      await service.stop();
      await database.remove();
      await stopEngine();
      await rm(home, { recursive: true, force: true });
    },
  };
}
