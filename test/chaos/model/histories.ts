import fc from 'fast-check';
import { sql } from 'kysely';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { startService, type TestService } from '../../setup/service.ts';
import { keepLog } from '../log.ts';
import { makeSubjects } from '../subjects.ts';
import { globalNames } from './browser.ts';
import { commands } from './commands.ts';
import { databaseMaker, pageMaker } from './page-code.ts';
import { type Ground, ModelWorld } from './world.ts';

/** The real service with what all histories share: what is written about, a group, and a log of what its tables go through. */
export async function openGround(): Promise<Ground & { close(): Promise<void> }> {
  // The numbers of others come at once: real time does not pass in a simulated world.
  const service = await startService({ limits: { numbersEvery: 0 } });
  const { subjects, group } = await makeSubjects(service, 2);
  await keepLog(service.platform.database);
  const openPage = await pageMaker(globalNames);
  const openDatabases = await databaseMaker();
  return { service, subjects, group, openPage, openDatabases, close: () => service.stop() };
}

/** How many commands a history has at most. */
export const historyLength = 40;

const emptyLog = async ({ platform }: TestService): Promise<void> => {
  await sql`delete from chaos_log`.execute(withoutGuard(platform.database.db));
};

/** What makes a history: the same seed makes the same one, wherever and however often it runs. */
export interface HistoryOptions {
  seed: number;
  length: number;
}

/** Runs a history of so many commands at most, and answers what was heard in it. Error: the shortest that breaks a promise. */
export async function runHistory(
  ground: Ground,
  { seed, length }: HistoryOptions,
): Promise<readonly string[]> {
  let heard: readonly string[] = [];
  const history = fc.commands(commands, { maxCommands: length, size: 'max' });
  const check = fc.asyncProperty(fc.noShrink(fc.integer()), history, async (chances, steps) => {
    await emptyLog(ground.service);
    const world = await ModelWorld.make(ground, chances);
    heard = world.heard;
    try {
      await fc.asyncModelRun(() => ({ model: {}, real: world }), steps);
      const violations = await world.end();
      if (violations.length > 0) throw new Error(violations.join('\n'));
    } finally {
      world.close();
    }
  });
  await fc.assert(check, { numRuns: 1, seed });
  return heard;
}
