import { describe, expect, test } from 'vitest';
import { addApplication } from '../../contract/applications.ts';
import { readPushProviders } from '../../contract/notifications.ts';
import {
  type OrganizationChange,
  readOrganization,
  updateOrganization,
} from '../../contract/organizations.ts';
import { accepted, refusal } from '../setup/answers.ts';
import { openService } from '../setup/open-service.ts';
import { unchecked } from '../setup/requests.ts';
import { credentialsFile } from '../setup/world/credentials.ts';
import { codes, ipa } from '../setup/world/publishing.ts';

const service = await openService();
const token = service.admin.token;
const params = { org_id: service.admin.orgId };
const valid = await credentialsFile('push.p12');

const withPassword: OrganizationChange = { push_cert_password: 'secret' };
const upload = (bytes: Uint8Array, data?: OrganizationChange) =>
  service.upload(updateOrganization, {
    token,
    params,
    ...(data !== undefined && { data }),
    files: { push_cert_file: { bytes, name: 'push' } },
  });

const addCatalog = (bundleId: string) =>
  service.uploaded(addApplication, {
    token,
    data: { app_name: bundleId, enabled: true, is_app_catalog: true },
    files: { app_file: { bytes: ipa(bundleId), name: 'app.ipa' } },
  });

describe('push_cert_file', () => {
  test.each([
    ['junk', Buffer.from('not a certificate'), /not a \.p12 file/],
    ['nothing', Buffer.alloc(0), /is empty/],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), /not a \.p12 file/],
    ['PEM', 'certificate.pem', /text file \(PEM\)/],
    ['a certificate without its key', 'certificate.cer', /without its private key/],
    ['a .p12 file without a key', 'without-key.p12', /has no private key/],
    ['a certificate that is over', 'expired.p12', /has expired/],
    ['one that is for signing', 'modern.p12', /not one for Apple’s push service/],
  ])('%s is refused with its sentence, and the data sent with it is not kept', async (_, file, sentence) => {
    const bytes = typeof file === 'string' ? await credentialsFile(file) : file;
    const answer = await upload(bytes, { ...withPassword, email_from_name: 'Half done' });
    expect(refusal(answer)).toMatchObject({
      status: 400,
      code: 1100,
      message: expect.stringMatching(sentence),
      error_details: { field: 'push_cert_file' },
    });
    const { organization } = await service.ok(readOrganization, { token, params });
    expect(organization).toMatchObject({ ios_push_cert: false, email_from_name: 'Test Organization' });
  });

  test.each([
    ['no password', {}, /protected by a password/],
    ['a wrong one', { push_cert_password: 'guess' }, /not that of the \.p12 file/],
  ])('%s is refused', async (_, data, sentence) => {
    expect(refusal(await upload(valid, data)).message).toMatch(sentence);
  });

  test('beyond 256 KiB it is refused', async () => {
    expect(refusal(await upload(Buffer.alloc(300 * 1024))).status).toBe(413);
  });

  test('is stored, with the data part, and administrators see for what it is', async () => {
    const answer = accepted(
      updateOrganization,
      await upload(valid, { ...withPassword, email_from_name: 'Catalog' }),
    );
    expect(answer.warnings).toEqual([]);
    expect(answer.organization).toMatchObject({ ios_push_cert: true, email_from_name: 'Catalog' });
    expect(JSON.stringify(answer)).not.toContain('secret');
    const { providers } = await service.ok(readPushProviders, { token });
    expect(providers.apns_certificate).toMatchObject({ bundle_id: 'org.example.catalog', sandbox: false });
  });

  test('is encrypted in the database', async () => {
    const { push_cert } = await service.platform.database.db
      .selectFrom('organizations')
      .select('push_cert')
      .where('id', '=', params.org_id)
      .executeTakeFirstOrThrow();
    expect(push_cert).not.toBeNull();
    expect(Buffer.from(push_cert ?? '', 'base64url').toString('latin1')).not.toContain('org.example.catalog');
  });

  test('of another application than the App Catalog is refused', async () => {
    const other = await addCatalog('org.example.other');
    expect(codes(other.warnings)).toContain('push_certificate_other_application');
    expect(refusal(await upload(valid, withPassword)).message).toBe(
      'This certificate is for org.example.catalog, but your App Catalog is org.example.other. Send the certificate of the App Catalog.',
    );
    const own = await addCatalog('org.example.catalog');
    expect(codes(own.warnings)).not.toContain('push_certificate_other_application');
    expect((await upload(valid, withPassword)).status).toBe(200);
  });

  test('another file part is refused', async () => {
    const answer = await service.upload(unchecked(updateOrganization), {
      token,
      params,
      files: { other_file: { bytes: valid, name: 'x' } },
    });
    expect(refusal(answer).status).toBe(400);
  });
});
