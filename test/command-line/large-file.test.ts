import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { openLine } from '../setup/http/line.ts';
import { apk } from '../setup/world/publishing.ts';
import { openDesk } from './signed-in.ts';

const desk = openDesk();

/** Noise does not shrink in a package: this makes one that is sent in pieces. */
const ballast = randomBytes(40 * 1024 * 1024);
let file = '';
beforeEach(async () => {
  file = join(desk.home, 'large.apk');
  await writeFile(
    file,
    apk('org.example.large', 1, { files: [{ name: 'assets/noise', data: ballast, stored: true }] }),
  );
});

it('a large file goes in pieces, and is published as one', async () => {
  const line = await openLine(desk.service.url);
  const run = await desk.run(['publish', file, '--json'], { environment: { APPSHELF_URL: line.url } });
  await line.close();
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({ application: { bundle_id: 'org.example.large' } });
  expect(line.log.filter(({ method }) => method === 'PATCH').length).toBe(6);
});

it('goes on where a broken line stopped it, also when only the answer was lost', async () => {
  const line = await openLine(desk.service.url);
  let pieces = 0;
  line.before = (method) => {
    pieces += Number(method === 'PATCH');
    line.state = method !== 'PATCH' ? 'open' : (({ 2: 'cut', 4: 'deaf' } as const)[pieces] ?? 'open');
  };
  const run = await desk.run(['publish', file], { environment: { APPSHELF_URL: line.url } });
  await line.close();
  expect([run.code, run.stderr]).toEqual([0, expect.stringContaining('Uploaded 100 %')]);
  const sent = line.log.filter(({ method }) => method === 'PATCH').map(({ status }) => status);
  expect(sent.filter((status) => status === null)).toHaveLength(2);
  expect(
    line.log.filter(({ method, path }) => method === 'HEAD' && path.startsWith('/v3/uploads/')),
  ).toHaveLength(2);
});
