import { findChromium } from './setup/browser/chromium.ts';
import { postgresPrograms } from './setup/database/postgres-server.ts';

/** A project of tests that can't run on this machine, and why. */
export interface Missing {
  project: string;
  sentence: string;
}

const needs = [
  { project: 'browser', find: findChromium },
  { project: 'service-postgres', find: async () => postgresPrograms() },
];

/** What the tests need and this machine does not have: these tests are left out, and count as a failed one. */
export async function whatIsMissing(): Promise<Missing[]> {
  const found = await Promise.all(
    needs.map(async ({ project, find }) => {
      try {
        await find();
        return null;
      } catch (fault) {
        return { project, sentence: fault instanceof Error ? fault.message : String(fault) };
      }
    }),
  );
  return found.filter((missing) => missing !== null);
}
