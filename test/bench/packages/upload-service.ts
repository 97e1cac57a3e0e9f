import { startService } from '../../setup/service.ts';
import { serveParent } from '../child.ts';

export interface UploadService {
  url: string;
  token: string;
  /** The directory of its files: the peer writes to the same disk. */
  dataDir: string;
}

/** The service, ready to accept a file. */
await serveParent(async () => {
  const service = await startService();
  const { url, admin, platform } = service;
  const ready: UploadService = { url, token: admin.token, dataDir: platform.config.dataDir };
  return { ready, stop: () => service.stop() };
});
