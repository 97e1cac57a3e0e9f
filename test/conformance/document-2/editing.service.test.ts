import { describe, expect, test } from 'vitest';
import {
  addVersion,
  deleteApplication,
  readApplication,
  readApplicationV1,
  updateApplication,
  updateApplicationV1,
} from '../../../contract/applications.ts';
import { openService } from '../../setup/open-service.ts';
import { addKind, kinds } from '../kinds.ts';

/** Document 2, Applications, PUT, GET and DELETE. */
const service = await openService();
const token = service.admin.token;

describe('PUT and GET', () => {
  test('PUT /v2/applications/<application>/ returns the application object', async () => {
    const { application } = await addKind(service, 'androidNative');
    const request = {
      token,
      params: { application: application.id },
      body: { app_name: 'Other', enabled: true },
    };
    const updated = await service.ok(updateApplication, request);
    expect(updated.application).toMatchObject({
      id: application.id,
      name: 'Other',
      status: 1,
      enabled: true,
    });
  });

  test('PUT with enabled: Disabled or Enabled', async () => {
    const { application } = await addKind(service, 'web', { enabled: true });
    const request = { token, params: { application: application.id }, body: { enabled: false } };
    expect((await service.ok(updateApplication, request)).application.status).toBe(0);
  });

  test('url: a web application stays one, so that a new version can follow', async () => {
    const { application } = await addKind(service, 'web');
    const params = { application: application.id };
    for (const kind of ['iosStore', 'androidStore', 'windowsPhoneStore'] as const) {
      const request = { token, params, body: { url: kinds[kind].data.url } };
      expect(await service.refused(updateApplication, request)).toMatchObject({ status: 409, code: 1016 });
    }
    const url = 'https://wiki.example.org/moved';
    expect((await service.ok(updateApplication, { token, params, body: { url } })).application.url).toBe(url);
    expect((await service.ok(addVersion, { token, params, body: {} })).application).toMatchObject({ url });
  });

  test('PUT /v1/applications/<application>/ returns update_application_result', async () => {
    const { application } = await addKind(service, 'web');
    const request = { token, params: { application: application.psk }, body: { sort_weight: 7 } };
    expect(await service.ok(updateApplicationV1, request)).toEqual({ update_application_result: true });
  });

  test('GET /v2/applications/<application> includes signing_status and signing_status_details', async () => {
    const { application } = await addKind(service, 'iosNative');
    const answer = await service.ok(readApplication, { token, params: { application: application.id } });
    const unsigned = { signing_status: null, signing_status_details: '' };
    expect(answer).toMatchObject({ ...unsigned, application: { version: unsigned } });
    for (const alias of [application.id, application.psk]) {
      const earlier = await service.ok(readApplicationV1, { token, params: { application: alias } });
      expect(earlier).toEqual(answer);
    }
  });

  test('every path has both identifiers, as integer or text, with and without its last slash', async () => {
    const { application } = await addKind(service, 'web');
    for (const identifier of [application.id, application.psk, String(application.psk)]) {
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
    const request = { token, params: { application: application.id } };
    const { psk, id } = application;
    expect(await service.ok(deleteApplication, request)).toEqual({
      deleted_application: { psk, id, name: 'Gone' },
    });
    expect((await service.refused(readApplication, request)).status).toBe(404);
    expect((await service.refused(deleteApplication, request)).status).toBe(404);
  });
});
