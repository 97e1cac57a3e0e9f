import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskStore } from '../../mock-server/platform/blobs/disk.ts';
import { describeBlobStore } from '../conformance/blob-store.ts';

describeBlobStore('on disk', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'appshelf-blobs-'));
  return { store: await diskStore(directory), remove: () => rm(directory, { recursive: true, force: true }) };
});
