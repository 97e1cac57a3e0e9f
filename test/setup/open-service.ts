import { afterAll } from 'vitest';
import { type Overrides, startService, type TestService } from './service.ts';

/** Starts the service for the tests of a file; it stops after them. */
export async function openService(overrides: Overrides = {}): Promise<TestService> {
  const service = await startService(overrides);
  afterAll(() => service.stop());
  return service;
}
