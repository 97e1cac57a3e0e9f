import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listApiTokens } from '../../contract/identity.ts';
import { openDesk } from './signed-in.ts';

const desk = openDesk();
const stored = () => join(desk.home, 'appshelf', 'access.json');

const login = (input?: string) => {
  const { userId, password } = desk.service.admin;
  return desk.bare(['login', desk.service.url, '--user', userId, '--password-stdin'], {
    input: input ?? `${password}\n`,
  });
};

/** Ids of the API tokens that the service knows. */
async function tokens(): Promise<string[]> {
  const { token, orgId } = desk.service.admin;
  const answer = await desk.service.ok(listApiTokens, { token, params: { organization: orgId } });
  return answer.api_tokens.map(({ id }) => id);
}

describe('signing in', () => {
  it('keeps a token that only this user may read, and shows it to nobody', async () => {
    const { code, stdout, stderr } = await login();
    expect([code, stderr]).toEqual([0, '']);
    const access = JSON.parse(await readFile(stored(), 'utf8')) as { token: string; tokenId: string };
    expect(await tokens()).toContain(access.tokenId);
    expect(stdout).not.toContain(access.token);
    expect((await stat(stored())).mode & 0o777).toBe(0o600);
    expect((await stat(join(desk.home, 'appshelf'))).mode & 0o777).toBe(0o700);
  });

  it('lets the other commands work, until signing out voids the token', async () => {
    await login();
    const who = await desk.bare(['whoami', '--json']);
    expect(JSON.parse(who.stdout)).toMatchObject({ server: desk.service.url, user_id: 'admin' });
    const before = await tokens();
    expect((await desk.bare(['logout'])).code).toBe(0);
    expect(await tokens()).toHaveLength(before.length - 1);
    expect(await desk.bare(['whoami'])).toMatchObject({ code: 3, stdout: '' });
    expect((await desk.bare(['logout'])).stdout).toContain('Nobody was signed in');
  });

  it('once more voids the token before', async () => {
    await login();
    const before = await tokens();
    await login();
    const after = await tokens();
    expect([after.length, after.filter((id) => before.includes(id)).length]).toEqual([
      before.length,
      before.length - 1,
    ]);
  });

  it('with a wrong password ends with 3 and keeps nothing', async () => {
    const { code, stdout, stderr } = await login('Wrong-horse-7\n');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).not.toContain('Wrong-horse-7');
    await expect(stat(stored())).rejects.toThrow('ENOENT');
  });

  it('with no password at all ends with 2, before anything is asked of the service', async () => {
    expect(await login('\n')).toMatchObject({ code: 2, stderr: 'appshelf: The password is empty.\n' });
  });

  it('takes the password from the environment too', async () => {
    const { url, admin } = desk.service;
    const environment = { APPSHELF_PASSWORD: admin.password };
    expect((await desk.bare(['login', url, '--user', admin.userId], { environment })).code).toBe(0);
  });

  it('asks nobody where there is no terminal, and says what to write', async () => {
    const { code, stderr } = await desk.bare(['login', desk.service.url, '--user', 'admin']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--password-stdin')]);
  });

  it('refuses an address that would carry the token unencrypted', async () => {
    const { code, stderr } = await desk.bare(['login', 'http://apps.example.org', '--user', 'ada']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('https')]);
  });

  it('is asked for where what was kept cannot be read', async () => {
    await login();
    await writeFile(stored(), '{"server":');
    expect(await desk.bare(['whoami'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('sign in again'),
    });
    expect((await login()).code).toBe(0);
  });
});

describe('a kept token', () => {
  it('goes to the service that made it and to no other', async () => {
    await login();
    const elsewhere = { APPSHELF_URL: 'http://127.0.0.1:9' };
    const { code, stderr } = await desk.bare(['whoami'], { environment: elsewhere });
    expect([code, stderr]).toEqual([3, expect.stringContaining('Nobody is signed in at http://127.0.0.1:9')]);
  });

  it('gives way to one in the environment', async () => {
    await login();
    const { code, stdout, stderr } = await desk.run(['whoami'], { token: 'void-token-of-nobody' });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain('appshelf login');
    expect(stderr).not.toContain('void-token-of-nobody');
  });
});
