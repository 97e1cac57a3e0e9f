import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addCredentials,
  deleteCredentials,
  listCredentials,
  signApplication,
} from '../../contract/credentials.ts';
import { patientFiles } from '../fixtures/patient-credentials.ts';
import { openService } from '../setup/open-service.ts';
import { byTier } from '../setup/run/tier.ts';
import { androidCredentials, credentialsFile } from '../setup/world/credentials.ts';
import { publishAndroid } from '../setup/world/publishing.ts';
import { storeCredentials } from '../setup/world/signing.ts';

const service = await openService();
const token = service.admin.token;

const add = async (p12: Uint8Array | string, more: object = {}) => {
  const p12_file = typeof p12 === 'string' ? p12 : Buffer.from(p12).toString('base64');
  return service.call(addCredentials, { token, body: await androidCredentials({ p12_file, ...more }) });
};

describe('a certificate file is refused, with a reason,', () => {
  test.each<[string, () => string | Promise<string>]>([
    ['with spaces before what is no base64', () => `${' '.repeat(3_000_000)}!`],
    ['of spaces alone', () => ' \r\n'.repeat(300_000)],
    ['with signs behind its end', () => 'AAAA==AAAA'],
  ])('%s', async (_, text) => {
    const answer = await add(await text());
    expect(answer).toMatchObject({ status: 400, body: { error: { code: expect.any(Number) as number } } });
  });

  test('that asks for 10^9 iterations, at once and with its sentence', async () => {
    for (const [, bytes] of patientFiles(1_000_000_000)) {
      const message = expect.stringContaining('asks for so much work to check its password') as string;
      expect(await add(bytes)).toMatchObject({ status: 400, body: { error: { message } } });
    }
    const { credentials } = await service.ok(listCredentials, { token });
    expect(credentials).toEqual([]);
  });

  test('however it was damaged', async () => {
    const whole = await credentialsFile('modern.p12');
    const damage = fc.record({
      at: fc.nat(whole.length - 1),
      cut: fc.nat(40),
      bytes: fc.uint8Array({ maxLength: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, cut, bytes }) => {
        const { status } = await add(Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + cut)]));
        expect([200, 400]).toContain(status);
      }),
      { numRuns: byTier(10, 40), seed: 7 },
    );
  });
});

test('base64 in lines, or of the kind for addresses, is taken', async () => {
  const plain = (await credentialsFile('modern.p12')).toString('base64');
  for (const text of [
    plain.replace(/(.{64})/g, '$1\r\n'),
    plain.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  ]) {
    expect(await add(text)).toMatchObject({ status: 200 });
  }
});

test('a list of credentials carries nothing that signs', async () => {
  const secret = 'secret';
  const id = await storeCredentials(service, { description: 'Listed' });
  const answer = await service.call(listCredentials, { token });
  const { p12_file } = await androidCredentials();
  const { sealed } = await service.platform.database.db
    .selectFrom('credentials')
    .select('sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (const hidden of [p12_file.slice(0, 60), sealed.slice(0, 60), `"${secret}"`]) {
    expect(JSON.stringify(answer.body)).not.toContain(hidden);
  }
});

describe('credentials of another organization', () => {
  test('are neither signed with nor deleted, by whoever asks from where', async () => {
    const child = await service.makeOrganization();
    const theirs = (
      await service.ok(addCredentials, { token: child.token, body: await androidCredentials() })
    ).credentials_id;
    const ours = await storeCredentials(service);
    const app = await publishAndroid(service, 'org.example.borrowed');
    const sign = (asking: { token: string; org?: string }, credentials: string) =>
      service.call(signApplication, { ...asking, params: { application: app.id, credentials } });
    expect(await sign({ token }, theirs)).toMatchObject({ status: 404 });
    expect(await sign({ token: child.token }, theirs)).toMatchObject({ status: 404 });
    expect(await sign({ token, org: child.orgId }, ours)).toMatchObject({ status: 404 });
    expect(await sign({ token: child.token, org: service.admin.orgId }, ours)).toMatchObject({ status: 403 });
    for (const asking of [{ token: child.token }, { token, org: child.orgId }]) {
      expect(
        await service.refused(deleteCredentials, { ...asking, params: { credentials: ours } }),
      ).toMatchObject({ status: 404 });
    }
  });
});
