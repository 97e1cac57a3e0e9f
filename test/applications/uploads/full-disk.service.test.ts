import { createHash, randomBytes } from 'node:crypto';
import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readUpload } from '../../../contract/application-uploads.ts';
import { startService } from '../../setup/service.ts';
import * as uploads from '../../setup/world/uploads.ts';

it('says that the disk is full, and the upload goes on where it was', async () => {
  const service = await startService();
  try {
    const own = { service, token: service.admin.token };
    const file = randomBytes(200_000);
    const { dataDir } = service.platform.config;
    const id = await uploads.started(own, file.length);
    // On Linux, /dev/full behaves like a file on a full disk.
    await symlink('/dev/full', join(dataDir, 'blobs', 'partial', id));
    const answer = await uploads.append(own, id, 0, file);
    expect(answer).toMatchObject({ status: 507, body: { error: { code: 1035 } } });
    await service.platform.blobs.partial.remove(id);
    expect(await uploads.offsetOf(own, id)).toBe(0);
    expect((await uploads.append(own, id, 0, file)).status).toBe(204);
    const { upload } = await service.ok(readUpload, { token: own.token, params: { upload: id } });
    expect(upload.sha256).toBe(createHash('sha256').update(file).digest('hex'));
    expect(await readdir(join(dataDir, 'blobs', 'incoming'))).toEqual([]);
  } finally {
    await service.stop();
  }
});
