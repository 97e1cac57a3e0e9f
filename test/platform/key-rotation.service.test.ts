import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCredentials } from '../../contract/credentials.ts';
import { readOrganization, updateOrganization } from '../../contract/organizations.ts';
import { verifyTrail } from '../../mock-server/features/audit/verify.ts';
import { renewCredentials } from '../../mock-server/features/credentials/facade.ts';
import { unseal } from '../../mock-server/features/credentials/sealed.ts';
import { renewOrganizations } from '../../mock-server/features/organizations/facade.ts';
import { unguarded } from '../../mock-server/platform/database/unguarded.ts';
import { addKey, parseKeys } from '../../mock-server/platform/key-file.ts';
import { keyFileIn, openSecrets, Secrets } from '../../mock-server/platform/secrets.ts';
import { iosCredentials } from '../setup/credentials.ts';
import { startService, type TestService } from '../setup/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('rotates the key of a running service, which reads everything before and after', async () => {
  const { platform } = service;
  const db = unguarded(platform.database.db);
  const admin = { token: service.admin.token };
  const params = { org_id: service.admin.orgId };
  const providerx_settings = { api_key: 'kept through it all' };
  await service.ok(updateOrganization, { ...admin, params, body: { providerx_settings } });
  await service.ok(addCredentials, { ...admin, body: await iosCredentials() });
  const row = () => db.selectFrom('credentials').selectAll().executeTakeFirstOrThrow();
  const before = await row();
  const material = unseal(platform.secrets, before);
  const signature = platform.secrets.sign('links', 'text');

  const path = keyFileIn(platform.config.dataDir);
  const [old = Buffer.alloc(0)] = parseKeys(await readFile(path, 'utf8'));
  await addKey(path);
  const [current = Buffer.alloc(0), kept] = parseKeys(await readFile(path, 'utf8'));
  expect(kept).toEqual(old);
  // As another process, which does it while this one runs.
  const rotating = { ...platform, secrets: await openSecrets(platform.config) };
  expect(await renewCredentials(rotating)).toBe(1);
  expect(await renewOrganizations(rotating)).toBe(1);
  expect(await renewCredentials(rotating)).toBe(0);

  await expect.poll(() => platform.secrets.sign('links', 'text')).not.toBe(signature);
  expect(platform.secrets.verify('links', 'text', signature)).toBe(true);
  expect(unseal(platform.secrets, await row())).toEqual(material);
  expect(unseal(new Secrets(current), await row())).toEqual(material);
  expect(() => unseal(new Secrets(old), before)).not.toThrow();
  const { organization } = await service.ok(readOrganization, { ...admin, params });
  expect(organization).toMatchObject({ providerx_settings });
  expect((await verifyTrail(platform)).findings).toEqual([]);
});
