import { randomBytes } from 'node:crypto';
import { defaultLimits } from '../../../mock-server/settings/limits.ts';
import { startOn, testConfig } from '../../setup/service.ts';
import { fillCatalog } from '../../setup/world/full-catalog.ts';
import { people, type Session } from '../people.ts';
import { copyId, copyOrganization, devices, each, fillOrganization } from './copies.ts';
import { openWorld, type World, withoutIndexes } from './world.ts';

/** A database with one organization that is measured, and copies of it. */
export interface GrownWorld {
  /** The number of organizations. */
  size: number;
  /** The environment variables for a service on this database. */
  environment: Record<string, string>;
  userId: string;
  token: string;
  group: number;
  sessions: Session[];
  applications: string[];
  remove(): Promise<void>;
}

/** The copy that all others are made from, because the measured organization changes during the measurement. */
const pristine = 1;
/** Copies that one statement writes. */
const lot = 2_000;

/** Makes a world with `size` organizations. It takes a minute for each 10,000 on PostgreSQL. */
export async function growWorld(size: number): Promise<GrownWorld> {
  const secretKey = randomBytes(32).toString('base64');
  const { passwordMemory, passwordPasses } = defaultLimits;
  const { config, remove } = await testConfig({ secretKey, limits: { passwordMemory, passwordPasses } });
  const measured = await build(config);
  const started = performance.now();
  const world = await openWorld(config.database);
  try {
    await fillOrganization(world, measured.orgId);
    await copyOrganization(world, measured.orgId, pristine, pristine);
    const copied = () => copyAll(world, size, started);
    await (size > lot ? withoutIndexes(world, copied) : copied());
    await world.settle();
    await assertDevices(world, size);
    const environment = {
      ...('url' in config.database && { DATABASE_URL: config.database.url }),
      SECRET_KEY: secretKey,
      DATA_DIR: config.dataDir,
    };
    return { ...measured, size, environment, remove };
  } finally {
    await world.close();
    reported(size, started);
  }
}

async function assertDevices(world: World, size: number): Promise<void> {
  const [{ count } = {}] = await world.run('select count(*) as count from devices');
  const expected = (size === 1 ? 2 : size) * devices;
  if (Number(count) !== expected)
    throw new Error(`There are ${Number(count)} devices in place of ${expected}.`);
}

async function copyAll(world: World, size: number, started: number): Promise<void> {
  for (let first = pristine + 1; first < size; first += lot) {
    const end = Math.min(first + lot, size);
    await copyOrganization(world, copyId(pristine), first, end - 1);
    reported(end, started);
  }
}

const reported = (organizations: number, started: number) =>
  process.stderr.write(
    `  ${organizations} organizations after ${Math.round((performance.now() - started) / 1000)} s\n`,
  );

/** Makes the organization that is measured. */
async function build(config: Awaited<ReturnType<typeof testConfig>>['config']) {
  const service = await startOn(config, async () => undefined);
  const { orgId, userId, token } = service.admin;
  const group = await fillCatalog(service, each.applications);
  const sessions = await people(service, group, each.people);
  const found = await service.platform.database.db
    .selectFrom('applications')
    .select('id')
    .where('org_id', '=', orgId)
    .execute();
  await service.stop();
  return { orgId, userId, token, group, sessions, applications: found.map(({ id }) => id) };
}
