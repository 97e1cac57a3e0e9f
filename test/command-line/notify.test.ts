import { expect, it } from 'vitest';
import { publishAndroid } from '../setup/world/publishing.ts';
import { openDesk } from './signed-in.ts';

const desk = openDesk();

it('messages are sent to groups and about applications, and listed', async () => {
  await desk.run(['groups', 'add', 'Crew']);
  await publishAndroid(desk.service, 'org.example.depot', { app_name: 'Depot' });
  const sent = await desk.run(['notify', 'group', 'Crew', 'Bring your badges']);
  expect([sent.code, sent.stdout]).toEqual([0, expect.stringContaining('Sent to the members of Crew')]);
  expect((await desk.run(['notify', 'app', 'Depot', 'Mind the gap'])).stdout).toContain(
    'who downloaded Depot',
  );
  expect((await desk.run(['notify', 'update', 'Depot'])).code).toBe(0);
  const { stdout } = await desk.run(['notify', 'list']);
  for (const text of ['Bring your badges', 'Mind the gap', 'Version 1.0 is available.']) {
    expect(stdout).toContain(text);
  }
  const refused = await desk.run(['notify', 'group', 'Crew', ' ']);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('empty')]);
});
