import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication } from '../../../contract/applications.ts';
import { hostilePackages } from '../../fixtures/hostile-packages.ts';
import { startService, type TestService } from '../../setup/service.ts';

/**
 * Files made to exhaust the service. Each is read or refused within its reader's own limits: no worker has to be killed
 * for it.
 */
let service: TestService;
const failures: string[] = [];
beforeAll(async () => {
  service = await startService();
  service.platform.workers.onFailure = (task, { message }) => failures.push(`${task}: ${message}`);
});
afterAll(() => service.stop());

test.each(hostilePackages)('$name', async ({ fileName, make }) => {
  const app_file = { bytes: await make(), name: fileName };
  const answer = await service.upload(addApplication, { token: service.admin.token, files: { app_file } });
  expect([200, 400]).toContain(answer.status);
  expect(failures).toEqual([]);
});
