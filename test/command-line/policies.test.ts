import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportEvents } from '../../contract/application-policies.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { tokenOf } from '../policies/application-tokens.ts';
import { publish, publishAndroid } from '../setup/world/publishing.ts';
import { readSigning, signingEnds, storeCredentials } from '../setup/world/signing.ts';
import { openDesk } from './signed-in.ts';

const desk = openDesk();

it('policies are listed with what can be set', async () => {
  const { code, stdout } = await desk.run(['policies', 'list']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^vendor\.app-usage +App usage +yes$/m);
  expect(stdout).toMatch(/^vendor\.access-control +Access control +no +access_date_range$/m);
});

it('policies are applied, shown and removed', async () => {
  const { id } = await publishAndroid(desk.service, 'org.example.governed', { app_name: 'Governed' });
  const applied = await desk.run(['policies', 'apply', 'Governed', '--policy', 'app-usage', '--wait']);
  expect(applied.code).toBe(0);
  expect(applied.stdout).toContain('Sign the application.');
  const shown = await desk.run(['policies', 'show', id, '--json']);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    status: { code: 3 },
    configurations: [{ policy_id: 'vendor.app-usage' }],
  });
  const removed = await desk.run(['policies', 'remove', id, '--yes']);
  expect([removed.code, removed.stdout]).toEqual([0, 'Governed: policies removed\n']);
  expect((await desk.run(['policies', 'show', id])).stdout).toContain('No policies are applied.');
});

it('policies are applied and the package signed in one go, with credentials by their description', async () => {
  const { id } = await publishAndroid(desk.service, 'org.example.governed.signed', { app_name: 'Both' });
  await storeCredentials(desk.service);
  const apply = (credentials: string) =>
    desk.run(['policies', 'apply', id, '--policy', 'app-usage', '--credentials', credentials, '--wait']);
  expect(await apply('Nobody’s key')).toMatchObject({ code: 1, stdout: '' });
  const { code, stdout } = await apply('Release key');
  expect([code, stdout.includes('Sign the application.')]).toEqual([0, false]);
  expect((await readSigning(desk.service, id)).signing_status).toBe('signed');
});

it('a package that has its policies already is waited for until it is signed', async () => {
  const { id } = await publishAndroid(desk.service, 'org.example.governed.later', { app_name: 'Later' });
  await storeCredentials(desk.service, { description: 'Later key' });
  const apply = (...more: string[]) =>
    desk.run(['policies', 'apply', id, '--policy', 'app-usage', '--wait', ...more]);
  expect((await apply()).stdout).toContain('Sign the application.');
  const { code, stdout } = await apply('--credentials', 'Later key');
  expect([code, stdout.includes('it is ready')]).toEqual([0, true]);
  expect((await readSigning(desk.service, id)).signing_status).toBe('signed');
});

it('how far applying is, is told on standard error, and not where programs read or nobody wants it', async () => {
  const { id } = await publish(desk.service, {}, androidPackages.automationServer);
  await storeCredentials(desk.service, { description: 'Told' });
  const apply = (policy: string, ...more: string[]) =>
    desk.run(['policies', 'apply', id, '--policy', policy, '--credentials', 'Told', '--wait', ...more]);
  const reported = await apply('app-usage');
  expect([reported.code, reported.stderr]).toEqual([0, 'The policies are being applied.\n']);
  expect(reported.stdout).toContain('it is ready');
  const quiet = await apply('collect-crash-reports', '--quiet');
  expect([quiet.code, quiet.stderr, quiet.stdout.includes('it is ready')]).toEqual([0, '', true]);
  const json = await apply('enterprise-sso', '--json');
  expect([json.code, json.stderr, JSON.parse(json.stdout)]).toMatchObject([0, '', { status: { code: 1 } }]);
  const args = ['policies', 'apply', id, '--policy', 'app-usage', '--credentials', 'Told', '--wait'];
  const interrupted = await desk.interrupted(args);
  expect([interrupted.code, interrupted.stdout]).toEqual([130, '']);
  await signingEnds(desk.service, id, 'signed');
  expect((await desk.run(args, { token: 'none' })).code).toBe(3);
});

it('why a package can’t be signed is said', async () => {
  const { id } = await publishAndroid(desk.service, 'org.example.governed.refused', { app_name: 'Refused' });
  await storeCredentials(desk.service, { description: 'Curve' }, 'curve.p12');
  const args = ['policies', 'apply', id, '--policy', 'app-usage', '--credentials', 'Curve', '--wait'];
  const refused = { code: 1, stdout: '', stderr: expect.stringContaining('elliptic curve') as string };
  expect(await desk.run(args)).toMatchObject(refused);
  const dates = ['policies', 'apply', id, '--policy', 'access-control', '--credentials', 'Curve', '--wait'];
  expect(await desk.run(dates)).toMatchObject(refused);
});

it('crashes that an application reported are shown, each on a line', async () => {
  const { id } = await publishAndroid(desk.service, 'org.example.crashing', { app_name: 'Crashing' });
  await desk.run(['policies', 'apply', id, '--policy', 'access-control', '--wait']);
  const headers = { 'x-application-token': await tokenOf(desk.service, id) };
  const reported = { device: 'Pixel\n8', message: 'Boom\nat Main.kt:7' };
  const events = [{ id: 'crash-0001', kind: 'crash' as const, at: '2026-07-01T08:00:00Z', ...reported }];
  await desk.service.ok(reportEvents, { headers, body: { events } });
  const shown = await desk.run(['policies', 'events', 'Crashing']);
  expect([shown.code, shown.stdout]).toEqual([
    0,
    expect.stringMatching(/\n2026-07-01T08:00:00\.000\+00:00 +Crashing +Pixel 8 +Boom at Main\.kt:7\n$/),
  ]);
  const none = await desk.run(['policies', 'events', id, '--date', '2026-07-02,2026-07-03', '--json']);
  expect(JSON.parse(none.stdout)).toEqual([]);
  expect((await desk.run(['policies', 'events', '--kind', 'usage'])).code).toBe(2);
});

it('policies with options come from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'appshelf-test-'));
  try {
    const { id } = await publishAndroid(desk.service, 'org.example.dated');
    const file = join(folder, 'policies.json');
    const configuration = { access_date_range: { end: '2030-01-01' } };
    await writeFile(file, JSON.stringify([{ policy_id: 'vendor.access-control', configuration }]));
    const { code, stdout } = await desk.run(['policies', 'apply', id, '--file', file, '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { configurations: [{ configuration }] }]);
    await writeFile(file, '{"policy_id": 1}');
    expect(await desk.run(['policies', 'apply', id, '--file', file])).toMatchObject({ code: 2 });
    expect(await desk.run(['policies', 'apply', id, '--file', join(folder, 'none')])).toMatchObject({
      code: 2,
    });
    expect(await desk.run(['policies', 'apply', id])).toMatchObject({ code: 2 });
    expect(await desk.run(['policies', 'apply', id, '--policy', 'none'])).toMatchObject({ code: 1 });
  } finally {
    await rm(folder, { recursive: true });
  }
});
