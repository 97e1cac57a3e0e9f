import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Upload } from 'tus-js-client';
import { afterAll, expect, test } from 'vitest';
import { addApplication } from '../../../contract/applications.ts';
import { openLine } from '../../setup/http/line.ts';
import { openService } from '../../setup/open-service.ts';
import { apk } from '../../setup/world/publishing.ts';

const service = await openService();
const line = await openLine(service.url);
afterAll(() => line.close());

const MiB = 1024 * 1024;
const file = apk('org.example.client', 1, {
  files: [{ name: 'padding', data: randomBytes(5 * MiB), stored: true }],
});

/** Sends the file with the protocol's own client; answers the address of the upload. */
function send(afterPiece: (sent: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(Readable.from(file, { objectMode: false }), {
      endpoint: `${line.url}/v3/uploads/`,
      headers: { 'x-token': service.admin.token },
      metadata: { filename: 'client.apk' },
      uploadSize: file.length,
      chunkSize: MiB,
      retryDelays: [50, 100, 200, 400],
      onChunkComplete: (_size, sent) => afterPiece(sent),
      onError: reject,
      onSuccess: () => resolve(upload.url ?? ''),
    });
    upload.start();
  });
}

test('the protocol’s own client uploads over a line that breaks, and the file is published', async () => {
  let broken = 0;
  const address = await send((sent) => {
    if (sent < 2 * MiB || broken > 0) return;
    broken += 1;
    line.state = 'cut';
    setTimeout(() => {
      line.state = 'open';
    }, 120);
  });
  expect(broken).toBe(1);
  const upload_id = address.split('/').at(-1) ?? '';
  const { application } = await service.ok(addApplication, {
    token: service.admin.token,
    body: { upload_id },
  });
  expect(application.bundle_id).toBe('org.example.client');
  expect(application.version?.install_file?.size).toBe(file.length);
});
