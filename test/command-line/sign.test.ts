import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishAndroid } from '../setup/publishing.ts';
import { openDesk } from './signed-in.ts';

const desk = openDesk();
const fixtures = join(import.meta.dirname, '../fixtures/credentials');
const store = (file: string, description: string, more: string[] = []) =>
  desk.run(
    ['credentials', 'add', join(fixtures, file), '--description', description, '--password-stdin', ...more],
    {
      input: 'secret\n',
    },
  );

describe('signing credentials', () => {
  it('are stored, listed and deleted by their description', async () => {
    expect(await store('modern.p12', 'Release')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Release: stored as \w+$/m),
    });
    expect(
      (await store('modern.p12', 'In-house', ['--profile', join(fixtures, 'in-house.mobileprovision')])).code,
    ).toBe(0);
    const listed = await desk.run(['credentials', 'list']);
    expect(listed.stdout).toMatch(/Release +Android +2\d{3}-\d\d-\d\d +Example Works Release/);
    expect(listed.stdout).toMatch(/In-house +iOS/);
    expect((await desk.run(['credentials', 'delete', 'In-house', '--yes'])).stdout).toBe(
      'In-house: deleted\n',
    );
    expect(await desk.run(['credentials', 'delete', 'In-house', '--yes'])).toMatchObject({ code: 1 });
  });

  it('that nothing can be signed with are refused with the reason', async () => {
    const refused = await desk.run(['credentials', 'add', join(fixtures, 'modern.p12'), '--no-password']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('protected by a password') });
    expect((await desk.run(['credentials', 'add', 'nowhere.p12', '--no-password'])).code).toBe(2);
  });
});

describe('signing', () => {
  it('waits until the package is signed, and says how far it is', async () => {
    const { id } = await publishAndroid(desk.service, 'org.example.cli.signed', { app_name: 'Signed' });
    await store('modern.p12', 'Waiting');
    const run = await desk.run(['sign', 'org.example.cli.signed', '--credentials', 'Waiting', '--wait']);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Signed: Signed with “Waiting”/) });
    expect((await desk.run(['apps', 'show', id])).stdout).toContain('signature  Signed with “Waiting”');
    const again = await desk.run(['sign', id, '--credentials', 'Waiting', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ signing_status: 'in_progress' });
  });

  it('fails with the reason when the package can’t be signed', async () => {
    await publishAndroid(desk.service, 'org.example.cli.refused');
    await store('curve.p12', 'Curve');
    const run = await desk.run(['sign', 'org.example.cli.refused', '--credentials', 'Curve', '--wait']);
    expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('elliptic curve') });
    expect((await desk.run(['sign', 'org.example.cli.refused'])).code).toBe(2);
  });
});
