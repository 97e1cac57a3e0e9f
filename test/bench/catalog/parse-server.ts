import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon, { type Request, type Result } from 'autocannon';
import { listCatalog } from '../../../contract/catalog.ts';
import { startChild } from '../child.ts';
import type { Measurement, Row } from '../measurement.ts';
import type { GroupsService } from './groups-service.ts';
import { assertAll, connections, everybody, headersOf, size } from './many-groups.ts';
import type { ParseService } from './parse-service.ts';

const version = '9.10.0';
const duration = 10;

/**
 * The list of 20 of the applications of a person's groups, among 10,000 applications in 2,000 groups on PostgreSQL; of
 * this service, and of Parse Server, whose list has neither installed versions nor likes. Parse Server is installed
 * only for this measurement, which therefore has to be named to run.
 */
export const parseServer: Measurement = {
  name: 'parse-server',
  onRequest: 'which installs Parse Server from npm into a temporary directory',
  async run() {
    const directory = mkdtempSync(join(tmpdir(), 'parse-server-'));
    try {
      const options = [
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        '--prefix',
        directory,
      ];
      execFileSync('npm', ['install', ...options, `parse-server@${version}`], { stdio: ['ignore', 2, 2] });
      return [row(await ours(), await theirs(directory))];
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

async function ours(): Promise<Result> {
  const service = await startChild<GroupsService>('catalog/groups-service.ts', { size, engine: 'postgres' });
  try {
    const { url, sessions } = service.ready;
    const { path } = listCatalog;
    return await shoot(
      url,
      sessions.map((session) => ({ method: 'GET', path, headers: headersOf(session) })),
    );
  } finally {
    await service.stop();
  }
}

async function theirs(directory: string): Promise<Result> {
  const service = await startChild<ParseService>('catalog/parse-service.ts', { directory, size });
  try {
    const { url, appId, sessions } = service.ready;
    const path = '/parse/classes/Application?limit=20&order=name&count=1';
    return await shoot(
      url,
      sessions.map((token) => ({
        method: 'GET',
        path,
        headers: { 'x-parse-application-id': appId, 'x-parse-session-token': token },
      })),
    );
  } finally {
    await service.stop();
  }
}

/** Requests everybody's list again and again, after some of them were requested once. */
async function shoot(url: string, requests: Request[]): Promise<Result> {
  await autocannon({ ...everybody(url, requests), duration });
  const result = await autocannon({ ...everybody(url, requests), duration });
  assertAll(result, 200);
  return result;
}

const row = (own: Result, other: Result): Row => ({
  work: `PostgreSQL: list of 20, 10,000 applications, 2,000 groups, ${connections} connections`,
  ours: own.requests.average,
  unit: 'requests/s',
  peer: { name: `Parse Server ${version}`, value: other.requests.average },
  bound: { atLeast: 10 },
});
