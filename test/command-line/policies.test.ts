import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publishAndroid } from '../setup/publishing.ts';
import { readSigning, storeCredentials } from '../setup/signing.ts';
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
  expect([applied.code, applied.stderr]).toEqual([0, '']);
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
