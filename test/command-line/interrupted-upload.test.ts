import { randomBytes } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listApplications } from '../../contract/applications.ts';
import { type Line, openLine } from '../setup/http/line.ts';
import { apk } from '../setup/world/publishing.ts';
import type { Run, RunOptions } from './program.ts';
import { openDesk } from './signed-in.ts';

const desk = openDesk();
/** Requests that the package below takes. */
const pieces = 6;
let made = 0;
let file = '';
let line: Line;
beforeEach(async () => {
  line = await openLine(desk.service.url);
  file = join(desk.home, 'large.apk');
  made += 1;
  await writePackage();
});
afterEach(() => line.close());

/** Random bytes do not compress, so the package keeps its size. */
const writePackage = () =>
  writeFile(
    file,
    apk(`org.example.interrupted${made}`, 1, {
      files: [{ name: 'assets/noise', data: randomBytes(40 * 1024 * 1024), stored: true }],
    }),
  );

const notes = () => join(desk.home, '.local', 'state', 'appshelf', 'uploads');
const uploads = () => desk.service.platform.database.db.selectFrom('uploads').selectAll().execute();

/** Publishes over the line; answers how many pieces that took, too. */
async function publish(options: Partial<RunOptions> = {}, ...args: string[]) {
  const before = sent();
  const environment = { APPSHELF_URL: line.url, ...options.environment };
  const run: Run = await desk.run(['publish', file, ...args], { ...options, environment });
  return { ...run, sent: sent() - before };
}
const sent = () => line.log.filter(({ method, status }) => method === 'PATCH' && status === 204).length;

/** Does something once two pieces have arrived, and holds the third until then. */
function beforeThird(act: () => void): void {
  let piece = 0;
  line.before = (method) => {
    if (method === 'PATCH') piece += 1;
    if (method === 'PATCH' && piece === 3) act();
  };
}

/** Publishes, and is stopped while the third piece is on its way. */
async function stopped(signal: NodeJS.Signals) {
  const running: RunOptions['running'] = (stop) =>
    beforeThird(() => {
      line.state = 'stuck';
      stop(signal);
    });
  const run = await publish({ running });
  line.state = 'open';
  return run;
}

/** Checks that it is published, as one application with one version. */
async function expectPublished(run: Run): Promise<void> {
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('as a new application') });
  const query = { search: `org.example.interrupted${made}` };
  const { token } = desk.service.admin;
  expect((await desk.service.ok(listApplications, { token, query })).total_available).toBe(1);
  expect([await uploads(), await readdir(notes())]).toEqual([[], []]);
}

describe('an upload that was cut off', () => {
  it('by the death of the program goes on in its next run, also when the file lies there anew', async () => {
    const first = await stopped('SIGKILL');
    expect([first.code, first.stdout]).toEqual([null, '']);
    await utimes(file, 1, 1);
    const second = await publish();
    expect(second.stderr).toContain('Continuing an upload that was interrupted.');
    expect(first.sent + second.sent).toBe(pieces);
    await expectPublished(second);
  });

  it('by Ctrl-C says so, and goes on in the next run', async () => {
    const first = await stopped('SIGINT');
    expect(first).toMatchObject({ code: 130, stderr: expect.stringContaining('the same command again') });
    const second = await publish();
    expect(second.sent).toBeLessThan(pieces);
    await expectPublished(second);
  });

  it('is noted where nobody else can read it, without a secret', async () => {
    await stopped('SIGKILL');
    const [name = ''] = await readdir(notes());
    const note = join(notes(), name);
    expect((await stat(notes())).mode & 0o777).toBe(0o700);
    expect((await stat(note)).mode & 0o777).toBe(0o600);
    expect(await readFile(note, 'utf8')).toBe(`"${(await uploads())[0]?.id}"\n`);
    await expectPublished(await publish());
  });

  it('is left where the file is another by now', async () => {
    await stopped('SIGKILL');
    const [left] = await uploads();
    await writePackage();
    const second = await publish();
    expect([second.code, second.sent]).toEqual([0, pieces]);
    expect((await uploads()).map(({ id }) => id)).toEqual([left?.id]);
    await desk.service.platform.database.db.deleteFrom('uploads').execute();
  });

  it.each([
    ['was thrown away', 404],
    ['has expired', 410],
  ])('begins anew when it %s meanwhile', async (_what, status) => {
    await stopped('SIGKILL');
    const { db } = desk.service.platform.database;
    if (status === 404) await db.deleteFrom('uploads').execute();
    else await db.updateTable('uploads').set({ expires: '2020-01-01T00:00:00.000Z' }).execute();
    const second = await publish();
    expect([second.code, second.sent]).toEqual([0, pieces]);
    expect(line.log.some((entry) => entry.method === 'GET' && entry.status === status)).toBe(true);
    await db.deleteFrom('uploads').execute();
    await expectPublished(second);
  });
});

describe('a whole upload', () => {
  it('that has other bytes than the file is thrown away, never published', async () => {
    await publish({}, '--required-by', '2030-02-30');
    const { db } = desk.service.platform.database;
    await db
      .updateTable('uploads')
      .set({ sha256: '0'.repeat(64) })
      .execute();
    expect(await publish()).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringContaining('damaged on the way'),
    });
    expect(await uploads()).toEqual([]);
    await expectPublished(await publish());
  });

  it('is used by the next run when what was asked for was refused', async () => {
    const refused = await publish({}, '--required-by', '2030-02-30');
    expect([refused.code, refused.sent]).toEqual([1, pieces]);
    const second = await publish();
    expect(second.sent).toBe(0);
    await expectPublished(second);
  });

  it('that is no package is not gone on with', async () => {
    await writeFile(file, randomBytes(40 * 1024 * 1024));
    const refused = await publish();
    expect([refused.code, await uploads(), await readdir(notes())]).toEqual([1, [], []]);
  });
});

it('an upload is published also where nothing can be noted, and says so', async () => {
  const run = await publish({ environment: { XDG_STATE_HOME: '/dev/null' } });
  expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining('cannot be continued later') });
});

it('a file that changes while it is sent is not published', async () => {
  beforeThird(() => utimesSync(file, 1, 1));
  const run = await publish();
  expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('changed while') });
});
