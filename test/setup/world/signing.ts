import { expect } from 'vitest';
import { readApplication } from '../../../contract/applications.ts';
import { addCredentials, signApplication } from '../../../contract/credentials.ts';
import { timeouts } from '../run/timeouts.ts';
import type { TestService } from '../service.ts';
import { androidCredentials, type NewCredentials } from './credentials.ts';

/** Stores signing credentials; returns their id. */
export async function storeCredentials(
  service: TestService,
  more: Partial<NewCredentials> = {},
  file?: string,
): Promise<string> {
  const body = await androidCredentials(more, file);
  return (await service.ok(addCredentials, { token: service.admin.token, body })).credentials_id;
}

/** Reads an application like a client that polls it. */
export const readSigning = (service: TestService, application: string) =>
  service.ok(readApplication, { token: service.admin.token, params: { application } });

/** Requests a signature. */
export const sign = (service: TestService, application: string, credentials: string) =>
  service.ok(signApplication, { token: service.admin.token, params: { application, credentials } });

/** Waits until signing ends in this way; returns the application then. */
export async function signingEnds(service: TestService, application: string, status: string) {
  await expect
    .poll(async () => (await readSigning(service, application)).signing_status, { timeout: timeouts.step })
    .toBe(status);
  return readSigning(service, application);
}
