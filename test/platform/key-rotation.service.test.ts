import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { addCredentials } from '../../contract/credentials.ts';
import { setPushProviders } from '../../contract/notifications.ts';
import { readOrganization, updateOrganization } from '../../contract/organizations.ts';
import { addWebhook } from '../../contract/webhooks.ts';
import { verifyTrail } from '../../mock-server/features/audit/verify.ts';
import { unseal } from '../../mock-server/features/credentials/encryption.ts';
import { getPurpose } from '../../mock-server/features/webhooks/secret.ts';
import { root } from '../../mock-server/launch/paths.ts';
import { withoutGuard } from '../../mock-server/platform/database/unguarded.ts';
import { parseKeys } from '../../mock-server/platform/key-file.ts';
import { getKeyFilePath, Secrets } from '../../mock-server/platform/secrets.ts';
import { openService } from '../setup/open-service.ts';
import { timeouts } from '../setup/run/timeouts.ts';
import { startService } from '../setup/service.ts';
import { iosCredentials } from '../setup/world/credentials.ts';

const service = await openService({ outgoingAllow: ['localhost:9'] });

it('rotates the key of a running service, which reads everything before and after', async () => {
  const { platform } = service;
  const db = withoutGuard(platform.database.db);
  const admin = { token: service.admin.token };
  const params = { org_id: service.admin.orgId };
  const providerx_settings = { api_key: 'kept through it all' };
  await service.ok(updateOrganization, { ...admin, params, body: { providerx_settings } });
  await service.ok(addCredentials, { ...admin, body: await iosCredentials() });
  const row = () => db.selectFrom('credentials').selectAll().executeTakeFirstOrThrow();
  const before = await row();
  const material = unseal(platform.secrets, before);
  const signature = platform.secrets.sign('links', 'text');

  await service.ok(setPushProviders, {
    ...admin,
    body: { fcm_service_account: { project_id: 'p', client_email: 'e@example.org', private_key: pem() } },
  });
  await service.ok(addWebhook, {
    ...admin,
    body: { url: 'https://localhost:9/', events: ['user.added'] },
  });

  const path = getKeyFilePath(platform.config.dataDir);
  const [old = Buffer.alloc(0)] = parseKeys(await readFile(path, 'utf8'));
  const renewed =
    'Encrypted anew: 1 signing credentials, 1 push keys, 1 secrets of webhooks, secrets of 1 organizations.';
  expect(await command('rotate', { SECRET_KEY_FILE: path })).toContain(renewed);
  const [current = Buffer.alloc(0), stored] = parseKeys(await readFile(path, 'utf8'));
  expect(stored).toEqual(old);

  await expect.poll(() => platform.secrets.sign('links', 'text')).not.toBe(signature);
  expect(platform.secrets.verify('links', 'text', signature)).toBe(true);
  expect(unseal(platform.secrets, await row())).toEqual(material);
  expect(unseal(new Secrets(current), await row())).toEqual(material);
  expect(() => unseal(new Secrets(old), before)).not.toThrow();
  const { organization } = await service.ok(readOrganization, { ...admin, params });
  expect(organization).toMatchObject({ providerx_settings });
  const findings = async () => (await verifyTrail(platform)).findings;
  await expect.poll(findings, { timeout: timeouts.step }).toEqual([]);

  const SECRET_KEY = [randomBytes(32), current, old].map((bytes) => bytes.toString('base64')).join();
  expect(await command('renew', { SECRET_KEY })).toContain(renewed);
  const newest = new Secrets(parseKeys(SECRET_KEY)[0] ?? old);
  expect(unseal(newest, await row())).toEqual(material);
  const [{ sealed }, { sealed_secret, org_id, id }] = await Promise.all([
    db.selectFrom('push_providers').selectAll().executeTakeFirstOrThrow(),
    db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow(),
  ]);
  const idOf = (text: string) => text.split('.')[0];
  expect(idOf(sealed)).toBe(idOf(newest.encrypt('any', 'text')));
  expect(newest.decrypt(getPurpose(org_id, id), sealed_secret)).not.toBe('');
});

it('loses nothing when the command is killed in the middle, and is done when it is run again', async () => {
  const own = await startService();
  const { platform } = own;
  await own.ok(addCredentials, { token: own.admin.token, body: await iosCredentials() });
  const { database, dataDir } = platform.config;
  const path = getKeyFilePath(dataDir);
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    ...('url' in database && { DATABASE_URL: database.url, SECRET_KEY_FILE: path }),
  };
  const program = join(root, 'mock-server/commands/main.ts');
  const row = () =>
    withoutGuard(platform.database.db).selectFrom('credentials').selectAll().executeTakeFirstOrThrow();
  const before = await row();
  const material = unseal(platform.secrets, before);
  const keys = async () => parseKeys(await readFile(path, 'utf8'));
  const { length } = await keys();

  // Holding a lock on this row keeps the command from continuing.
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
  await own.stop();
});

const pem = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

/** Runs the operator's command beside the service, and returns its output. */
async function command(verb: 'rotate' | 'renew', keys: Record<string, string>): Promise<string> {
  const { dataDir, database } = service.platform.config;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    ...('url' in database && { DATABASE_URL: database.url }),
    ...keys,
  };
  const run = promisify(execFile);
  return (await run(process.execPath, ['mock-server/commands/main.ts', 'keys', verb], { env })).stdout;
}
