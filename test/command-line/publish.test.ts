import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addApplication, listApplications } from '../../contract/applications.ts';
import { listGroupApplications } from '../../contract/groups.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { freePort } from '../setup/free-port.ts';
import { type Line, openLine } from '../setup/http/line.ts';
import { apk, ipa, makeGroup } from '../setup/world/publishing.ts';
import { openDesk } from './signed-in.ts';

const desk = openDesk();

async function file(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(desk.home, name);
  await writeFile(path, bytes);
  return path;
}

const count = async () =>
  (await desk.service.ok(listApplications, { token: desk.service.admin.token })).total_available;

interface Published {
  new_application: boolean;
  application: {
    id: string;
    psk: number;
    name: string;
    enabled: boolean;
    version: { version_num: string; required: boolean };
  };
  groups: { name: string; is_mandatory: boolean }[];
  warnings: { error: string }[];
  link: string;
}

async function published(...args: string[]): Promise<Published> {
  const { code, stdout, stderr } = await desk.run(['publish', ...args, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Published;
}

describe('publishing', () => {
  it('a real package makes an application, gives it to groups, and says where it is', async () => {
    const group = await makeGroup(desk.service, 'Field Crew');
    const args = ['publish', androidPackages.settings, '--group', 'Field Crew', '--mandatory', '--enable'];
    const { code, stdout, stderr } = await desk.run(args);
    expect(code).toBe(0);
    expect(stdout).toContain('as a new application');
    expect(stdout).toContain('Field Crew (mandatory)');
    expect(stdout).toMatch(new RegExp(`${desk.service.url}/apps/\\w+`));
    expect(stderr.trim().split('\n').at(-1)).toMatch(/^Uploaded 100 % of \d+\.\d MB$/);
    const { applications } = await desk.service.ok(listGroupApplications, {
      token: desk.service.admin.token,
      params: { group },
    });
    expect(applications).toMatchObject([{ enabled: true, mandatory: true, bundle_id: 'io.appium.settings' }]);
  });

  it('the same package later makes a version, found only by its package', async () => {
    const first = await published(await file('one.ipa', ipa('org.example.later', 1)));
    const second = await published(
      await file('two.ipa', ipa('org.example.later', 2)),
      '--note',
      'Better',
      '--required-by',
      '2031-01-31',
    );
    expect([first.new_application, second.new_application]).toEqual([true, false]);
    expect(second.application.id).toBe(first.application.id);
    expect(second.application.version).toMatchObject({
      version_num: '2.0',
      version_note: 'Better',
      required: true,
    });
  });

  it('with --app adds to that application, and no package of another', async () => {
    const { application } = await published(await file('a.apk', apk('org.example.named')));
    const again = await published(
      await file('b.apk', apk('org.example.named', 2)),
      '--app',
      String(application.psk),
    );
    expect(again.application.version.version_num).toBe('2.0');
    const other = await file('c.apk', apk('org.example.other'));
    expect((await desk.run(['publish', other, '--app', application.name])).code).toBe(1);
  });

  it('an address makes a web application, and later its version', async () => {
    const first = await published(
      'https://wiki.example.org/',
      '--name',
      'Wiki',
      '--version',
      '7',
      '--enable',
    );
    expect(first.application).toMatchObject({ name: 'Wiki', enabled: true, version: { version_num: '7' } });
    const second = await published('https://wiki.example.org', '--name', 'Wiki');
    expect([second.new_application, second.application.id]).toEqual([false, first.application.id]);
  });

  it('an address makes a hybrid application, which is built again by its name', async () => {
    const first = await published('https://shop.example.org/', '--hybrid', 'android', '--name', 'Shop');
    expect(first).toMatchObject({ new_application: true, application: { name: 'Shop', is_hybrid: true } });
    const second = await published('https://shop.example.org/v2', '--hybrid', 'Android', '--app', 'Shop');
    expect(second).toMatchObject({
      new_application: false,
      application: { id: first.application.id, url: 'https://shop.example.org/v2' },
    });
  });

  it('shows nothing but the result when quiet', async () => {
    const { stderr } = await desk.run(['publish', await file('q.apk', apk('org.example.quiet')), '--quiet']);
    expect(stderr).toBe('');
  });
});

describe('what cannot be published', () => {
  it.each([
    ['a group that is not there', ['--group', 'Nobody'], 1, 'There is no group “Nobody”'],
    ['an application that is not there', ['--app', 'Nothing'], 1, 'There is no app “Nothing”'],
    ['mandatory for no group', ['--mandatory'], 2, '--group'],
    ['what is no date', ['--required-by', 'tomorrow'], 2, '“tomorrow” is not a date'],
    ['a hybrid of a file', ['--hybrid', 'Android'], 2, 'https://'],
    ['a hybrid for no platform', ['--hybrid', 'Windows'], 2, '“Windows” is neither Android nor iOS'],
    ['an unknown option', ['--grup', 'x'], 2, "'--grup'"],
  ])('%s is told before anything is sent', async (_what, args, code, sentence) => {
    const before = await count();
    const line = await openLine(desk.service.url);
    const environment = { APPSHELF_URL: line.url };
    const run = await desk.run(['publish', await file('x.apk', apk('org.example.not')), ...args], {
      environment,
    });
    expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) });
    expect(line.log.filter(({ method }) => method !== 'GET')).toEqual([]);
    await line.close();
    expect(await count()).toBe(before);
  });

  it.each([
    ['a file that is not there', 'gone.apk', null, 2],
    ['an empty file', 'empty.apk', new Uint8Array(), 2],
    ['a file that is no package', 'text.apk', Buffer.from('no package'), 1],
  ])('%s is told', async (_what, name, bytes, code) => {
    const path = bytes === null ? join(desk.home, name) : await file(name, bytes);
    expect(await desk.run(['publish', path])).toMatchObject({ code, stdout: '' });
  });

  it('a directory is told', async () => {
    const run = await desk.run(['publish', desk.home]);
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('is not a file') });
  });

  it('a package that several applications have asks for one of them', async () => {
    for (const build of [1, 2]) {
      await desk.service.uploaded(addApplication, {
        token: desk.service.admin.token,
        files: { app_file: { name: 'twice.apk', bytes: apk('org.example.twice', build) } },
      });
    }
    const run = await desk.run(['publish', await file('three.apk', apk('org.example.twice', 3))]);
    expect(run).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Applications \d+, \d+ have this package/),
    });
  });

  it('ends with 3 for a role that may not', async () => {
    const token = await desk.service.userToken(await desk.service.makeUser());
    const run = await desk.run(['publish', await file('r.apk', apk('org.example.role'))], { token });
    expect(run).toMatchObject({ code: 3, stderr: expect.stringContaining('role') });
  });
});

/** A line on which an upload never comes to its end: something else happens once it has begun. */
async function openStuckLine(happens: (line: Line) => void): Promise<Line> {
  const line = await openLine(desk.service.url);
  line.before = (method) => {
    line.state = method === 'POST' ? 'stuck' : 'open';
    if (method === 'POST') setImmediate(() => happens(line));
  };
  return line;
}

describe('when the line breaks', () => {
  it('before the service is reached it ends with 4', async () => {
    const environment = { APPSHELF_URL: `http://127.0.0.1:${await freePort()}` };
    const run = await desk.run(['publish', await file('n.apk', apk('org.example.net'))], { environment });
    expect(run).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('ECONNREFUSED') });
  });

  it('in the middle of an upload it ends with 4, and nothing is published', async () => {
    const before = await count();
    const line = await openStuckLine(({ drop }) => drop());
    const run = await desk.run(['publish', androidPackages.automationServer], {
      environment: { APPSHELF_URL: line.url },
    });
    await line.close();
    expect(run).toMatchObject({ code: 4, stdout: '' });
    expect(await count()).toBe(before);
  });

  it('Ctrl-C in the middle of an upload ends it with 130, and nothing is published', async () => {
    const before = await count();
    let press = () => {};
    const line = await openStuckLine(() => press());
    const run = await desk.run(['publish', androidPackages.automationServer], {
      environment: { APPSHELF_URL: line.url },
      running: (stop) => {
        press = stop;
      },
    });
    await line.close();
    expect(run).toMatchObject({ code: 130, stdout: '', stderr: expect.stringContaining('Interrupted') });
    expect(await count()).toBe(before);
  });

  it('a service that fails ends it with 5', async () => {
    const line = await openLine(desk.service.url);
    line.state = 'failing';
    const run = await desk.run(['apps', 'list'], { environment: { APPSHELF_URL: line.url } });
    await line.close();
    expect(run.code).toBe(5);
  });
});
