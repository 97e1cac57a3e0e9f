import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCredentials } from '../../contract/credentials.ts';
import { readOrganization, updateOrganization } from '../../contract/organizations.ts';
import { verifyTrail } from '../../mock-server/features/audit/verify.ts';
import { renewCredentials } from '../../mock-server/features/credentials/facade.ts';
import { unseal } from '../../mock-server/features/credentials/sealed.ts';
import { renewOrganizations } from '../../mock-server/features/organizations/facade.ts';
import { root } from '../../mock-server/launch/paths.ts';
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

it('loses nothing when the command is killed in the middle, and is done when it is run again', async () => {
  const { platform } = service;
  const { database, dataDir } = platform.config;
  const path = keyFileIn(dataDir);
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    ...('url' in database && { DATABASE_URL: database.url, SECRET_KEY_FILE: path }),
  };
  const program = join(root, 'mock-server/commands/main.ts');
  const row = () =>
    unguarded(platform.database.db).selectFrom('credentials').selectAll().executeTakeFirstOrThrow();
  const before = await row();
  const material = unseal(platform.secrets, before);
  const keys = async () => parseKeys(await readFile(path, 'utf8'));
  const { length } = await keys();

  // Who holds the row keeps the command from going on.
  await platform.database.transaction(async (tx) => {
    await tx.updateTable('credentials').set({ description: 'Held' }).execute();
    const rotating = spawn(process.execPath, [program, 'keys', 'rotate'], { env, stdio: 'ignore' });
    const ended = once(rotating, 'exit');
    await expect.poll(keys).toHaveLength(length + 1);
    rotating.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  });
  expect(unseal(platform.secrets, await row())).toEqual(material);

  const { stdout } = await promisify(execFile)(process.execPath, [program, 'keys', 'renew'], { env });
  expect(stdout).toContain('Encrypted anew: 1 signing credentials');
  const [current = Buffer.alloc(0)] = await keys();
  expect(unseal(new Secrets(current), await row())).toEqual(material);
  await expect.poll(async () => unseal(platform.secrets, await row())).toEqual(material);
});
