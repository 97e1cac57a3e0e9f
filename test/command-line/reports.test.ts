import { expect, it } from 'vitest';
import { openDesk } from './signed-in.ts';

const desk = openDesk();

it('lists reports, prints one as a table and as CSV, and says what is refused', async () => {
  expect((await desk.run(['reports'])).stdout).toMatch(/^user_details +date, role, .*The users of/m);
  expect((await desk.run(['reports', 'user-details', '--filter', 'role=5'])).stdout).toMatch(
    /admin@example\.org/,
  );
  const csv = (await desk.run(['reports', 'user-details', '--csv', '--search', 'admin'])).stdout;
  expect(csv.split('\r\n')).toEqual([
    expect.stringContaining('first_name,last_name,user_id'),
    expect.stringContaining('"admin@example.org"'),
    '',
  ]);
  expect(await desk.run(['reports', 'nothing', '--csv'])).toMatchObject({ code: 1, stdout: '' });
  expect(await desk.run(['reports', 'user-details', '--filter', 'role'])).toMatchObject({
    code: 2,
    stdout: '',
  });
});

it('follows a feed until it is interrupted, or to its end', async () => {
  expect((await desk.run(['feeds'])).stdout).toMatch(/^login_activity +Attempts/m);
  const { stdout } = await desk.run(['feeds', 'follow', 'login-activity', '--end']);
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ user_id: 'admin', result: 1 });
  const following = desk.run(['feeds', 'follow', 'login_activity'], { printed: (_chunk, stop) => stop() });
  expect(await following).toMatchObject({ code: 130 });
});
