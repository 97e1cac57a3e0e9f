import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { catalogDir } from '../../mock-server/launch/paths.ts';
import { connect, type Database } from '../../mock-server/platform/database/connect.ts';
import { freePort } from '../setup/free-port.ts';
import type { TestUser } from '../setup/people.ts';
import { apk, makeGroup, publishAndroid, publishVersion } from '../setup/publishing.ts';
import { startOn, testConfig } from '../setup/service.ts';
import { ServiceProcess } from '../setup/service-process.ts';

/** An application with versions that may be installed, newest last. */
export interface Subject {
  id: string;
  versions: { id: string; version_num: string }[];
}

/** The built service on data of its own: an organization with people who may all see the same applications. */
export interface World {
  url: string;
  service: ServiceProcess;
  /** The service's tables, to be read beside it. */
  database: Database;
  applications: readonly Subject[];
  people: readonly TestUser[];
  remove(): Promise<void>;
}

/** Makes the data, on the database that `TEST_DATABASE` names, and starts the built service on it. */
export async function openWorld(counts: { applications: number; people: number }): Promise<World> {
  const secretKey = randomBytes(32).toString('base64');
  const { config, remove } = await testConfig({ secretKey });
  process.once('exit', () => rmSync(config.dataDir, { recursive: true, force: true }));
  const service = await startOn(config, async () => undefined);
  const applications: Subject[] = [];
  for (let at = 0; at < counts.applications; at += 1) {
    const bundle = `org.example.storm${at}`;
    const first = await publishAndroid(service, bundle);
    const file = { bytes: apk(bundle, 2), name: 'app.apk' };
    const second = await publishVersion(service, first, {}, file);
    const versions = [first, second].map(({ versionId, versionNum }) => ({
      id: versionId,
      version_num: versionNum,
    }));
    applications.push({ id: first.id, versions });
  }
  const group = await makeGroup(service, 'Everybody', { apps: applications.map(({ id }) => ({ id })) });
  const people: TestUser[] = [];
  for (let at = 0; at < counts.people; at += 1) {
    people.push(await service.makeUser({ userId: `person${at}`, groups: [group] }));
  }
  await service.stop();
  const database = await connect(config.database);
  const port = await freePort();
  const started = new ServiceProcess({
    DATA_DIR: config.dataDir,
    DATABASE_URL: 'url' in config.database ? config.database.url : '',
    SECRET_KEY: secretKey,
    CATALOG_DIR: catalogDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'info',
  });
  await started.start();
  return {
    url: `http://127.0.0.1:${port}`,
    service: started,
    database,
    applications,
    people,
    remove: async () => {
      await started.stop();
      await database.close();
      await remove();
    },
  };
}
