import { expect, test } from 'vitest';
import { addApplication } from '../../../contract/applications.ts';
import { hostilePackages } from '../../fixtures/hostile-packages.ts';
import { openService } from '../../setup/open-service.ts';

const failures: string[] = [];
/**
 * Files made to exhaust the service. Each is read or refused within its reader's own limits: no worker has to be killed
 * for it.
 */
const service = await openService();
service.platform.workers.onFailure = (task, { message }) => failures.push(`${task}: ${message}`);

test.each(hostilePackages)('$name', async ({ fileName, make }) => {
  const app_file = { bytes: await make(), name: fileName };
  const answer = await service.upload(addApplication, { token: service.admin.token, files: { app_file } });
  expect([200, 400]).toContain(answer.status);
  expect(failures).toEqual([]);
});
