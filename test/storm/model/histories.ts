import fc from 'fast-check';
import { sql } from 'kysely';
import { unguarded } from '../../../mock-server/platform/database/unguarded.ts';
import { apk, makeGroup, publishAndroid, publishVersion } from '../../setup/publishing.ts';
import { startService, type TestService } from '../../setup/service.ts';
import { keepLog } from '../log.ts';
import type { Subject } from '../world.ts';
import { globalNames } from './browser.ts';
import { commands } from './commands.ts';
import { buildPageCode, pageMaker } from './page-code.ts';
import { type Ground, ModelWorld } from './world.ts';

/** The real service with what all histories share: applications, a group, and a log of what its tables go through. */
export async function openGround(): Promise<Ground & { close(): Promise<void> }> {
  const service = await startService();
  const applications: Subject[] = [];
  for (const bundle of ['org.example.one', 'org.example.two']) {
    const first = await publishAndroid(service, bundle);
    const second = await publishVersion(service, first, {}, { bytes: apk(bundle, 2), name: 'app.apk' });
    const versions = [first, second].map(({ versionId: id, versionNum: version_num }) => ({
      id,
      version_num,
    }));
    applications.push({ id: first.id, versions });
  }
  const group = await makeGroup(service, 'Everybody', { apps: applications.map(({ id }) => ({ id })) });
  await keepLog(service.platform.database);
  const make = pageMaker(await buildPageCode(), globalNames);
  return { service, applications, group, make, close: () => service.stop() };
}

/** How many commands a history has at most. */
export const historyLength = 40;

const emptyLog = async ({ platform }: TestService): Promise<void> => {
  await sql`delete from storm_log`.execute(unguarded(platform.database.db));
};

/** Runs so many histories of so many commands at most. Error: the shortest history that breaks a promise, and its seed. */
export async function checkHistories(
  ground: Ground,
  { runs, length, seed }: { runs: number; length: number; seed: number },
): Promise<void> {
  const history = fc.commands(commands, { maxCommands: length, size: 'max' });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      await emptyLog(ground.service);
      const world = await ModelWorld.make(ground);
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: world }), steps);
        const violations = await world.end();
        if (violations.length > 0) throw new Error(violations.join('\n'));
      } finally {
        world.close();
      }
    }),
    { numRuns: runs, seed, endOnFailure: false },
  );
}
