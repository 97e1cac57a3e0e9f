import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { renewCredentials } from '../features/credentials/facade.ts';
import { renewProviders } from '../features/notifications/facade.ts';
import { renewOrganizations } from '../features/organizations/facade.ts';
import { renewWebhooks } from '../features/webhooks/facade.ts';
import { addKey, keysAreSeenWithin, makeKeyFile } from '../platform/key-file.ts';
import { getKeyFilePath } from '../platform/secrets.ts';
import type { Platform } from '../platform/services.ts';
import { runAsOperator, withPlatform } from './as-operator.ts';

/**
 * `appshelf-service keys rotate`: adds a new key before the others, and encrypts again everything that was encrypted
 * with those.
 */
export async function rotateKeys(config: Config): Promise<number> {
  const byHand = describeManualRotation(config);
  if (byHand !== null) {
    process.stderr.write(byHand);
    return 2;
  }
  const path = config.secretKeyFile ?? getKeyFilePath(config.dataDir);
  if (config.secretKeyFile === null) await makeKeyFile(path);
  await addKey(path);
  process.stdout.write(`${path} has a new key.\n`);
  // So that everything that a running instance still encrypts with the earlier key is encrypted again, too.
  await wait(keysAreSeenWithin);
  return renew(config, 'keys rotate');
}

/** What to do where there is no writable file that every instance reads; null where there is one. */
function describeManualRotation({ secretKey, secretKeyIsPassed }: Config): string | null {
  const then = 'start every instance again, then run: appshelf-service keys renew\n';
  if (secretKey !== null)
    return `SECRET_KEY is in the environment. Put a new key and a comma before it (openssl rand -base64 32), ${then}`;
  if (secretKeyIsPassed)
    return `The secret key is a credential that systemd passes on. Put a new key (openssl rand -base64 32) as the first line into the file that LoadCredential names, ${then}`;
  return null;
}

/**
 * `appshelf-service keys renew`: encrypts with the first key what was encrypted with another. The service may run
 * meanwhile.
 */
export const renewKeys = (config: Config): Promise<number> => renew(config, 'keys renew');

const renew = (config: Config, command: string): Promise<number> =>
  withPlatform(config, async (platform) => {
    await runAsOperator(platform, command, { key: platform.secrets.currentId }, () => renewAll(platform));
    return 0;
  });

async function renewAll(platform: Platform): Promise<void> {
  const credentials = await renewCredentials(platform);
  const organizations = await renewOrganizations(platform);
  const providers = await renewProviders(platform);
  const webhooks = await renewWebhooks(platform);
  process.stdout.write(
    `Encrypted anew: ${credentials} signing credentials, ${providers} push keys, ${webhooks} secrets of webhooks, secrets of ${organizations} organizations.\n`,
  );
}

/**
 * `appshelf-service keys accept`: lets the service start with a key that the database does not know, because all others
 * are lost. What was encrypted with those can't be read any more.
 */
export const acceptKey = (config: Config): Promise<number> =>
  withPlatform(
    config,
    async (platform) => {
      const key = platform.secrets.currentId;
      await runAsOperator(platform, 'keys accept', { key }, async () => undefined);
      process.stdout.write(
        'The service starts with this key. Enter secrets again that were encrypted with the lost one.\n',
      );
      return 0;
    },
    { acceptsStrangeKey: true },
  );
