import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type OrganizationChange,
  readOrganization,
  updateOrganization,
} from '../../contract/organizations.ts';
import {
  derContext,
  derInteger,
  derObjectId,
  derSequence,
} from '../../mock-server/platform/packages/formats/write-der.ts';
import { testCertificate } from '../fixtures/certificate.ts';
import { accepted, refusal } from '../setup/answers.ts';
import { unchecked } from '../setup/requests.ts';
import { startService, type TestService } from '../setup/service.ts';

let service: TestService;
let token: string;
let params: { org_id: string };
beforeAll(async () => {
  service = await startService();
  token = service.admin.token;
  params = { org_id: service.admin.orgId };
});
afterAll(async () => {
  await service.stop();
});

const upload = (bytes: Uint8Array, data?: OrganizationChange) =>
  service.upload(updateOrganization, {
    token,
    params,
    ...(data !== undefined && { data }),
    files: { push_cert_file: { bytes, name: 'push' } },
  });
const stored = async () => (await service.ok(readOrganization, { token, params })).organization.ios_push_cert;

const valid = testCertificate({ from: '2020-01-01', to: '2040-01-01' });
const over = testCertificate({ from: '2020-01-01', to: '2021-01-01' });
const pem = (der: Buffer) =>
  Buffer.from(`-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`);
const pkcs12 = derSequence(
  derInteger(3),
  derSequence(derObjectId('1.2.840.113549.1.7.1'), derContext(0, Buffer.alloc(40))),
);

describe('push_cert_file', () => {
  test.each([
    ['junk', Buffer.from('not a certificate')],
    ['nothing', Buffer.alloc(0)],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a private key', Buffer.from('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n')],
    ['half a certificate', valid.subarray(0, valid.length / 2)],
  ])('%s is refused, and the data sent with it is not kept', async (_, bytes) => {
    const answer = await upload(bytes, { email_from_name: 'Half done' });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 1000 });
    const { organization } = await service.ok(readOrganization, { token, params });
    expect(organization).toMatchObject({ ios_push_cert: false, email_from_name: 'Test Organization' });
  });

  test('beyond 256 KiB it is refused', async () => {
    expect(refusal(await upload(Buffer.alloc(300 * 1024))).status).toBe(413);
  });

  test.each([
    ['DER', valid],
    ['PEM', pem(valid)],
    ['PKCS#12', pkcs12],
  ])('a certificate as %s is stored, with the data part', async (form, bytes) => {
    const answer = accepted(updateOrganization, await upload(bytes, { email_from_name: form }));
    expect(answer.warnings).toEqual([]);
    expect(answer.organization).toMatchObject({ ios_push_cert: true, email_from_name: form });
    expect(await stored()).toBe(true);
  });

  test('without a data part only the certificate is stored', async () => {
    expect(accepted(updateOrganization, await upload(valid)).organization.ios_push_cert).toBe(true);
  });

  test('one that is over is stored with a warning', async () => {
    const { warnings } = accepted(updateOrganization, await upload(over));
    expect(warnings).toEqual([
      { error: 'push_cert_expired', message: expect.stringContaining('2021-01-01') },
    ]);
  });

  test('is encrypted in the database', async () => {
    const { push_cert } = await service.platform.database.db
      .selectFrom('organizations')
      .select('push_cert')
      .where('id', '=', params.org_id)
      .executeTakeFirstOrThrow();
    const bytes = Buffer.from(push_cert ?? '', 'base64url');
    expect(bytes.includes(over.subarray(20, 60))).toBe(false);
    expect(push_cert).not.toContain(over.toString('base64').slice(20, 60));
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
