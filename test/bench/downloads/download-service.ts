import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { signLink } from '../../../mock-server/features/identity/links.ts';
import { withoutGuard } from '../../../mock-server/platform/database/unguarded.ts';
import { placeIn } from '../../setup/bucket/fresh-bucket.ts';
import { startService, type TestService } from '../../setup/service.ts';
import { makeGroup, publishAndroid } from '../../setup/world/publishing.ts';
import { serveParent } from '../child.ts';

export interface DownloadService {
  /** The address of the file, with a link that is valid for an hour. */
  address: string;
  /** The path of its bytes, so that the peer can send the same ones. */
  file: string;
}

/** The service with one install file of a given size, on the disk or in the bucket of the S3 server at `endpoint`. */
await serveParent(async (argument) => {
  const { bytes, endpoint } = argument as { bytes: number; endpoint?: string };
  const bucket = endpoint === undefined ? null : placeIn(endpoint);
  const service = await startService({ bucket });
  const app = await publishAndroid(service, 'org.example.large');
  const user = await service.makeUser();
  await makeGroup(service, 'Everybody', { apps: [{ id: app.psk }], users: [user] });
  const { udid } = await service.signIn(user);
  const file = await enlarge(service, app.fileId, bytes);
  const path = `/downloads/files/${app.fileId}`;
  const link = { orgId: service.admin.orgId, userId: user.id, deviceId: udid, id: 'measured' };
  const token = signLink(service.platform.secrets, path, { ...link, expires: Date.now() + 3_600_000 });
  const ready: DownloadService = { address: `${service.url}${path}?download_token=${token}`, file };
  return { ready, stop: () => service.stop() };
});

/** Replaces the published file by a large one: making a real package of that size would take long. */
async function enlarge(service: TestService, fileId: string, bytes: number): Promise<string> {
  const sha256 = createHash('sha256').update(`a file of ${bytes} bytes`).digest('hex');
  const received = join(service.platform.config.dataDir, 'large');
  const file = await open(received, 'w');
  const chunk = Buffer.alloc(1024 * 1024, 'appshelf');
  for (let written = 0; written < bytes; written += chunk.length) await file.write(chunk);
  await file.close();
  await service.platform.blobs.promote('files', { path: received, sha256, size: bytes });
  await withoutGuard(service.platform.database.db)
    .updateTable('install_files')
    .set({ sha256, size: bytes })
    .where('id', '=', fileId)
    .execute();
  const { path, release } = await service.platform.blobs.open('files', sha256);
  await release();
  return path;
}
