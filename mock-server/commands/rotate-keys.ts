import type { Config } from '../config.ts';
import { renewAudit } from '../features/audit/renew.ts';
import { renewCredentials } from '../features/credentials/facade.ts';
import { renewProviders } from '../features/notifications/facade.ts';
import { renewOrganizations } from '../features/organizations/facade.ts';
import { renewWebhooks } from '../features/webhooks/facade.ts';
import { openPlatform } from '../open-platform.ts';
import { addKey, makeKeyFile } from '../platform/key-file.ts';
import { keyFileIn } from '../platform/secrets.ts';

/** `appshelf-service keys rotate`: puts a new key before the others, and encrypts anew what was encrypted with those. */
export async function rotateKeys(config: Config): Promise<number> {
  if (config.secretKey !== null) {
    process.stderr.write(
      'SECRET_KEY is in the environment. Put a new key and a comma before it (openssl rand -base64 32), start every instance again, then run: appshelf-service keys renew\n',
    );
    return 2;
  }
  const path = config.secretKeyFile ?? keyFileIn(config.dataDir);
  if (config.secretKeyFile === null) await makeKeyFile(path);
  await addKey(path);
  process.stdout.write(`${path} has a new key.\n`);
  return renewKeys(config);
}

/** `appshelf-service keys renew`: encrypts with the first key what was encrypted with another. The service may run. */
export async function renewKeys(config: Config): Promise<number> {
  const platform = await openPlatform(config);
  try {
    const credentials = await renewCredentials(platform);
    const organizations = await renewOrganizations(platform);
    const providers = await renewProviders(platform);
    const webhooks = await renewWebhooks(platform);
    await renewAudit(platform);
    process.stdout.write(
      `Encrypted anew: ${credentials} signing credentials, ${providers} push keys, ${webhooks} secrets of webhooks, secrets of ${organizations} organizations.\n`,
    );
    return 0;
  } finally {
    await platform.workers.close();
    await platform.database.close();
  }
}
