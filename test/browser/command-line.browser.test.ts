import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoAccounts } from '../../mock-server/launch/demo.ts';
import { runProgram } from '../command-line/program.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { devices } from './setup/devices.ts';
import { openStage } from './setup/stage.ts';
import { signIn } from './setup/visitor.ts';

const stage = openStage({ needsWorker: false });
let home = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'appshelf-desk-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

it('what the built command line publishes is where it says, for the people of the group', async () => {
  const run = (...args: string[]) => runProgram(args, { home, input: demoAccounts.password });
  const login = await run('login', stage.product.url, '--user', 'demo.admin', '--password-stdin');
  expect([login.code, login.stderr]).toEqual([0, '']);
  const group = ['--group', 'All Users', '--enable', '--json'];
  const { code, stdout } = await run(
    'publish',
    androidPackages.unlock,
    '--name',
    'Fresh from the line',
    ...group,
  );
  expect(code).toBe(0);
  const { link } = JSON.parse(stdout) as { link: string };
  const { page } = await stage.visit(devices.androidPhone);
  await signIn(page, 'demo.phone');
  await page.goto(link);
  await page.getByRole('heading', { name: 'Fresh from the line', level: 1 }).waitFor();
});
