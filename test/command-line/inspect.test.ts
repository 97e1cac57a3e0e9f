import { expect, it } from 'vitest';
import { androidPackages } from '../fixtures/real-packages.ts';
import { publish, publishAndroid, publishWeb } from '../setup/world/publishing.ts';
import { openDesk } from './signed-in.ts';

const desk = openDesk();

it('is switched on, inspects, says how far it is and what it found, and is switched off', async () => {
  const { id } = await publishAndroid(desk.service, 'org.example.inspected');
  expect(await desk.run(['inspect', id])).toMatchObject({ code: 3, stdout: '' });
  expect((await desk.run(['inspections', 'on'])).stdout).toBe('Inspections are switched on.\n');
  const run = await desk.run(['inspect', 'org.example.inspected']);
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(/^Settings +\d+$/m);
  expect(run.stderr).toMatch(/^The inspection waits for its turn\.\n(The package is being inspected\.\n)?$/);
  expect(await desk.run(['inspect', id, '--quiet'])).toMatchObject({
    code: 0,
    stderr: '',
    stdout: run.stdout,
  });
  const { stdout, stderr } = await desk.run(['inspect', id, '--json']);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    'Hardcoded Keys': [],
    Settings: [{ setting: 'allow_backup' }, { setting: 'cleartext_traffic' }],
  });
  expect((await desk.run(['inspect', id, '--cancel'])).code).toBe(1);
  const large = await publish(desk.service, {}, androidPackages.automationServer);
  const interrupted = await desk.interrupted(['inspect', large.id]);
  expect([interrupted.code, interrupted.stdout]).toEqual([130, '']);
  const address = await publishWeb(desk.service, 'Uninspected');
  expect((await desk.run(['inspect', address.id])).code).toBe(1);
  expect((await desk.run(['inspections', 'off'])).code).toBe(0);
  expect((await desk.run(['inspect', id])).code).toBe(3);
});
