import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { commands } from '../../src/command-line/commands.ts';
import { formatCommandHelp } from '../../src/command-line/help.ts';
import { showProgress } from '../../src/command-line/progress.ts';
import { publishAndroid, publishWeb } from '../setup/world/publishing.ts';
import { openDesk } from './signed-in.ts';

const desk = openDesk();

/** What a command prints for programs; it must succeed and say nothing else. */
async function json<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await desk.run([...args, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as T;
}

describe('applications', () => {
  it('are shown, disabled, enabled and deleted, by name, package or number', async () => {
    const { psk, id } = await publishAndroid(desk.service, 'org.example.managed', { app_name: 'Managed' });
    expect(await json('apps', 'show', 'Managed')).toMatchObject({ application: { id, enabled: true } });
    expect((await desk.run(['apps', 'disable', 'org.example.managed'])).stdout).toBe('Managed: disabled\n');
    expect(await json('apps', 'show', String(psk))).toMatchObject({ application: { enabled: false } });
    expect((await desk.run(['apps', 'enable', id])).code).toBe(0);
    expect(await json('apps', 'versions', id)).toMatchObject([{ version_num: '1.0' }]);
    expect((await desk.run(['apps', 'delete', 'Managed', '--yes'])).code).toBe(0);
    expect(await desk.run(['apps', 'show', 'Managed'])).toMatchObject({ code: 1, stdout: '' });
  });

  it('are shown with the size of their file, where there is one', async () => {
    const { id } = await publishAndroid(desk.service, 'org.example.sized');
    expect((await desk.run(['apps', 'show', id])).stdout).toMatch(/^ {2}size +[1-9]\d* kB$/m);
    const address = await publishWeb(desk.service, 'Sizeless');
    expect((await desk.run(['apps', 'show', address.id])).stdout).not.toContain('size ');
    expect((await desk.run(['apps', 'versions', address.id])).stdout).not.toContain('kB');
  });

  it('are not deleted where nobody agreed to it', async () => {
    const { id } = await publishAndroid(desk.service, 'org.example.kept');
    const run = await desk.run(['apps', 'delete', id]);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    expect((await desk.run(['apps', 'show', id])).code).toBe(0);
  });

  it('that share a name are told apart by their numbers', async () => {
    const first = await publishAndroid(desk.service, 'org.example.same1', { app_name: 'Same' });
    const second = await publishAndroid(desk.service, 'org.example.same2', { app_name: 'Same' });
    const { code, stderr } = await desk.run(['apps', 'disable', 'Same']);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${first.psk}, ${second.psk}`)]);
  });
});

describe('groups and users', () => {
  it('are added, put together and deleted', async () => {
    const app = await publishAndroid(desk.service, 'org.example.grouped', { app_name: 'Grouped' });
    const { psk } = await json<{ psk: number }>('groups', 'add', 'Depot', '--description', 'Night shift');
    const person = ['--first-name', 'Jo', '--last-name', 'Doe', '--group', 'Depot', '--password-stdin'];
    const added = await desk.run(['users', 'add', 'jo', ...person], { input: 'Correct-horse-7\n' });
    expect([added.code, added.stdout]).toEqual([0, expect.stringContaining('jo: added as user')]);
    expect((await desk.run(['groups', 'add-app', 'Depot', 'Grouped', '--mandatory'])).code).toBe(0);
    expect(await json('groups', 'show', String(psk))).toMatchObject({
      applications: [{ id: app.id, mandatory: true }],
      users: [{ user_id: 'jo' }],
    });
    expect((await desk.run(['groups', 'remove-user', 'Depot', 'jo'])).stdout).toBe('Depot: 1 user removed\n');
    expect(await desk.run(['groups', 'remove-user', 'Depot', 'jo'])).toMatchObject({
      code: 1,
      stdout: 'Depot: 0 users removed\n',
    });
    expect((await desk.run(['groups', 'remove-app', 'Depot', app.id])).code).toBe(0);
    expect((await desk.run(['users', 'disable', 'jo'])).stdout).toBe('jo: disabled\n');
    expect(await json('users', 'list', '--search', 'jo')).toMatchObject([{ user_id: 'jo', disabled: true }]);
    expect((await desk.run(['users', 'enable', 'jo'])).code).toBe(0);
    expect((await desk.run(['users', 'delete', 'jo', '--yes'])).code).toBe(0);
    expect((await desk.run(['groups', 'delete', 'Depot', '--yes'])).stdout).toBe('Depot: deleted\n');
  });

  it('are asked for with all that they need', async () => {
    expect(await desk.run(['users', 'add', 'ann'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--first-name'),
    });
    const role = ['--first-name', 'A', '--last-name', 'B', '--role', 'King'];
    expect((await desk.run(['users', 'add', 'ann', ...role])).stderr).toContain('App Manager');
  });
});

describe('tokens', () => {
  it('are made, work, and are void once deleted', async () => {
    const { token, id } = await json<{ token: string; id: string }>('tokens', 'make', '--user', 'admin');
    const listed = await desk.run(['tokens', 'list'], { token });
    expect(listed.stdout).toContain(id);
    expect(listed.stdout).not.toContain(token);
    expect((await desk.run(['tokens', 'delete', id, '--yes'])).code).toBe(0);
    expect((await desk.run(['whoami'], { token })).code).toBe(3);
  });
});

describe('an organization below', () => {
  it('is acted on with --org', async () => {
    const child = await desk.service.makeOrganization({ parentId: desk.service.admin.orgId });
    await json('groups', 'add', 'Below', '--org', child.orgId);
    const names = async (...args: string[]) =>
      (await json<{ name: string }[]>('groups', 'list', ...args)).map(({ name }) => name);
    expect(await names('--org', child.orgId)).toContain('Below');
    expect(await names()).not.toContain('Below');
    expect((await desk.run(['groups', 'list', '--org', 'nothing'])).code).toBe(1);
  });
});

describe('the program', () => {
  it.each(commands)('can tell how $name is used', (command) => {
    expect(formatCommandHelp(command)).toContain(`Usage: appshelf ${command.name}`);
  });

  it('lists its commands and exit codes', async () => {
    const { code, stdout } = await desk.bare(['--help']);
    expect(code).toBe(0);
    for (const { summary } of commands) expect(stdout).toContain(summary);
    expect(stdout).toMatch(/\n {2}3 {4}not signed in/);
  });

  it.each([[[]], [['nonsense']], [['apps']], [['apps', 'show']], [['whoami', 'me']]])(
    'called as %j ends with 2 and says what there is',
    async (args) => {
      const { code, stdout, stderr } = await desk.run(args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^appshelf: .+\n$/);
    },
  );

  it.each([
    [['aps', 'list'], 'Did you mean apps list?'],
    [['publsh', 'app.apk'], 'Did you mean publish?'],
    [['groups', 'ad-user', 'Depot', 'jo'], 'Did you mean groups add-user?'],
    [['apps'], 'Did you mean apps list, apps show'],
  ])('called as %j asks %s', async (args, question) => {
    expect((await desk.bare(args)).stderr).toContain(question);
  });

  it.each([[['help']], [['-h']], [['--help']]])('lists its commands for %j', async (args) => {
    expect(await desk.bare(args)).toMatchObject({ code: 0, stdout: expect.stringContaining('Exit codes') });
  });

  it.each([[['help', 'groups', 'add']], [['groups', 'add', '-h']]])(
    'tells one of them for %j',
    async (args) => {
      expect((await desk.bare(args)).stdout).toContain('Usage: appshelf groups add NAME');
    },
  );

  it('tells its version', async () => {
    expect((await desk.bare(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('does not mind when nobody reads its result to the end', async () => {
    expect(await desk.run(['apps', 'list'], { isDeaf: true })).toMatchObject({ code: 0, stderr: '' });
  });

  it('lets no name steer the terminal', async () => {
    const { platform, admin } = desk.service;
    const { psk } = await json<{ psk: number }>('groups', 'add', 'Steering');
    const steering = { description: 'a\u001b[2Jb\u009bc' };
    await withoutGuard(platform.database.db)
      .updateTable('groups')
      .set(steering)
      .where('org_id', '=', admin.orgId)
      .where('psk', '=', psk)
      .execute();
    const { stdout } = await desk.run(['groups', 'list']);
    expect(stdout).toContain('a\uFFFD[2Jb\uFFFDc');
    const groups = await json<{ description: string }[]>('groups', 'list');
    expect(groups.some(({ description }) => description === steering.description)).toBe(true);
  });
});

describe('progress', () => {
  async function shown(redraws: boolean, steps: number[]): Promise<string> {
    const stream = new PassThrough();
    const progress = showProgress({ stream, redraws }, 2_000_000);
    for (const bytes of steps) progress.update(bytes);
    progress.finish();
    progress.update(2_000_000);
    stream.end();
    return text(stream);
  }

  it('is a line now and then where a bar cannot be drawn', async () => {
    const reported = await shown(false, [10, 250_000, 260_000, 1_999_999, 2_500_000]);
    expect(reported).toBe('Uploaded 12 % of 2.0 MB\nUploaded 99 % of 2.0 MB\nUploaded 100 % of 2.0 MB\n');
  });

  it('is a bar on a terminal, gone when all is sent', async () => {
    const reported = await shown(true, [1_000_000]);
    expect(reported).toContain(`\r[${'#'.repeat(15)}${' '.repeat(15)}] 50 % of 2.0 MB`);
    expect(reported.endsWith('\r\u001b[K')).toBe(true);
  });
});
