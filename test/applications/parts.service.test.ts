import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apk } from '../setup/publishing.ts';
import { refusal, startService, type TestService } from '../setup/service.ts';

/** The parts of a request that publishes, written by hand: what no client library would send. */
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

type Part = [disposition: string, content: string | Uint8Array];
const bytes = apk('org.example.parts');
const file: Part = ['form-data; name="app_file"; filename="app.apk"', bytes];
const data: Part = ['form-data; name="data"', '{"enabled":true}'];

const send = (parts: readonly Part[], end = '--cut--\r\n') =>
  service.fetch('/v1/applications/', {
    method: 'POST',
    headers: { 'x-token': service.admin.token, 'content-type': 'multipart/form-data; boundary=cut' },
    body: Buffer.concat([
      ...parts.flatMap(([disposition, content]) => [
        Buffer.from(`--cut\r\ncontent-disposition: ${disposition}\r\n\r\n`),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ]),
      Buffer.from(end),
    ]),
  });

test.each<[string, Part[]]>([
  ['file first, data last', [file, data]],
  ['data first, file last', [data, file]],
  ['no data at all', [file]],
])('%s: published', async (_, parts) => {
  expect((await send(parts)).status).toBe(200);
});

test.each<[string, Part[]]>([
  ['data twice', [data, file, data]],
  ['data of null', [['form-data; name="data"', 'null'], file]],
  ['data of a list', [['form-data; name="data"', '[]'], file]],
  ['data of nothing', [['form-data; name="data"', ''], file]],
  [
    'data that is no UTF-8',
    [['form-data; name="data"; filename="d"', Buffer.from('{"app_name":"\xff"}', 'latin1')], file],
  ],
  ['data with NUL in a text', [['form-data; name="data"', '{"app_name":"a\\u0000"}'], file]],
  ['data with half a character', [['form-data; name="data"', '{"app_name":"\\ud83d"}'], file]],
  ['data nested without end', [['form-data; name="data"', '['.repeat(100_000)], file]],
  ['a file that comes as text', [['form-data; name="app_file"', 'PK']]],
  ['a field beside data', [file, ['form-data; name="app_name"', 'Depot']]],
  ['a part of another name', [file, ['form-data; name="other"; filename="a.bin"', 'x']]],
  ['a part named as what every object has', [['form-data; name="__proto__"; filename="a.apk"', bytes]]],
  ['a file without a name of its part', [['form-data; filename="app.apk"', bytes]]],
  ['an empty file', [['form-data; name="app_file"; filename="app.apk"', '']]],
  ['no parts', []],
  ['a part without end', [file, ['form-data; name="icon_file"; filename="a.png"', 'x']]],
])('%s: refused with the error object, and nothing is kept', async (name, parts) => {
  const answer = await send(parts, name === 'a part without end' ? '' : undefined);
  expect(refusal(answer).status).toBe(400);
  expect(await readdir(join(service.platform.config.dataDir, 'blobs', 'incoming'))).toEqual([]);
});
