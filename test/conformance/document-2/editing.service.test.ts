import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  deleteApplication,
  readApplication,
  updateApplication,
  updateApplicationV1,
} from '../../../contract/applications.ts';
import { startService, type TestService } from '../../setup/service.ts';
import { addKind } from './kinds.ts';

/** Document 2, Applications, PUT, GET and DELETE. */
let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService();
  token = service.admin.token;
});
afterAll(() => service.stop());

describe('PUT and GET', () => {
  test('PUT /v2/applications/<application>/ returns the application object', async () => {
    const { application } = await addKind(service, 'androidNative');
    const asked = {
      token,
      params: { application: application.id },
      body: { app_name: 'Other', enabled: true },
    };
    const updated = await service.ok(updateApplication, asked);
    expect(updated.application).toMatchObject({
      id: application.id,
      name: 'Other',
      status: 1,
      enabled: true,
    });
  });

  test('PUT with enabled: Disabled or Enabled', async () => {
    const { application } = await addKind(service, 'web', { enabled: true });
    const asked = { token, params: { application: application.id }, body: { enabled: false } };
    expect((await service.ok(updateApplication, asked)).application.status).toBe(0);
  });

  test('PUT /v1/applications/<application>/ returns update_application_result', async () => {
    const { application } = await addKind(service, 'web');
    const asked = { token, params: { application: application.psk }, body: { sort_weight: 7 } };
    expect(await service.ok(updateApplicationV1, asked)).toEqual({ update_application_result: true });
  });

  test('GET /v2/applications/<application> includes signing_status and signing_status_details', async () => {
    const { application } = await addKind(service, 'iosNative');
    const answer = await service.ok(readApplication, { token, params: { application: application.id } });
    const unsigned = { signing_status: null, signing_status_details: null };
    expect(answer).toMatchObject({ ...unsigned, application: { version: unsigned } });
  });

  test('every path has both identifiers, as integer or text, with and without its last slash', async () => {
    const { application } = await addKind(service, 'web');
    for (const identifier of [application.id, application.psk, `0${application.psk}`]) {
      for (const end of ['', '/']) {
        const { body } = await service.fetch(`/v2/applications/${identifier}${end}`, {
          headers: { 'x-token': token },
        });
        expect(body).toMatchObject({ application: { id: application.id } });
      }
    }
  });

  test('DELETE /v1/applications/<application>/ names what was deleted', async () => {
    const { application } = await addKind(service, 'web', { app_name: 'Gone' });
    const asked = { token, params: { application: application.id } };
    const { psk, id } = application;
    expect(await service.ok(deleteApplication, asked)).toEqual({
      deleted_application: { psk, id, name: 'Gone' },
    });
    expect((await service.refused(readApplication, asked)).status).toBe(404);
    expect((await service.refused(deleteApplication, asked)).status).toBe(404);
  });
});
