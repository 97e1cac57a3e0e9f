import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { androidPackages } from '../fixtures/real-packages.ts';
import { publish, publishAndroid } from '../setup/world/publishing.ts';
import { signingEnds } from '../setup/world/signing.ts';
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

  const waits = 'The package waits to be signed.\n';
  const progress = /^The package waits to be signed\.\n(The package is being signed with “Told”\..*\n)*$/;

  it('tells its progress on standard error, and nothing of it where programs read or nobody wants it', async () => {
    const { id } = await publish(desk.service, {}, androidPackages.automationServer);
    await store('modern.p12', 'Told');
    const run = (...more: string[]) => desk.run(['sign', id, '--credentials', 'Told', '--wait', ...more]);
    const reported = await run();
    expect(reported).toMatchObject({ code: 0, stderr: expect.stringMatching(progress) as string });
    expect(reported.stdout).toMatch(/^[^\n]+: Signed with “Told”[^\n]+\n$/);
    expect(await run('--quiet')).toMatchObject({ code: 0, stderr: '', stdout: reported.stdout });
    const json = await run('--json');
    expect([json.code, json.stderr, JSON.parse(json.stdout)]).toMatchObject([
      0,
      '',
      { signing_status: 'signed' },
    ]);
    const later = await desk.run(['sign', id, '--credentials', 'Told']);
    expect([later.code, later.stderr, later.stdout]).toEqual([0, '', expect.stringContaining(waits)]);
    await signingEnds(desk.service, id, 'signed');
  });

  it('ends with 130 when it is interrupted, and the signature goes on', async () => {
    const { id } = await publish(desk.service, {}, androidPackages.automationServer);
    await store('modern.p12', 'Interrupted');
    const run = await desk.interrupted(['sign', id, '--credentials', 'Interrupted', '--wait']);
    expect(run).toMatchObject({ code: 130, stdout: '', stderr: expect.stringContaining(waits) as string });
    await signingEnds(desk.service, id, 'signed');
  });

  it('ends with a code of its own for each way to fail', async () => {
    const { id } = await publishAndroid(desk.service, 'org.example.cli.codes');
    await store('modern.p12', 'Codes');
    const args = ['sign', id, '--credentials', 'Codes', '--wait'];
    const codes = await Promise.all([
      desk.run(args),
      desk.run(['sign', id, '--credentials', 'Nobody’s', '--wait']),
      desk.run(['sign', id, '--wait']),
      desk.run(args, { token: 'none' }),
      desk.run(args, { environment: { APPSHELF_URL: 'http://127.0.0.1:9' } }),
    ]);
    expect(codes.map(({ code }) => code)).toEqual([0, 1, 2, 3, 4]);
    expect(codes.slice(1).map(({ stdout, stderr }) => [stdout, stderr === ''])).toEqual(
      codes.slice(1).map(() => ['', false]),
    );
  });

  it('fails with the reason when the package can’t be signed', async () => {
    await publishAndroid(desk.service, 'org.example.cli.refused');
    await store('curve.p12', 'Curve');
    const run = await desk.run(['sign', 'org.example.cli.refused', '--credentials', 'Curve', '--wait']);
    expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('elliptic curve') });
    expect((await desk.run(['sign', 'org.example.cli.refused'])).code).toBe(2);
  });
});
