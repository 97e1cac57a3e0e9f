import { resolve } from 'node:path';
import type { Environment } from './settings/environment.ts';
import { type FirstAdministrator, readFirstAdministrator } from './settings/first-administrator.ts';
import { type Limits, readLimits } from './settings/limits.ts';
import { type ListeningSettings, readListening } from './settings/listening.ts';
import { type MailSettings, readMail } from './settings/mail.ts';
import { type OtherServers, readOtherServers } from './settings/other-servers.ts';
import { readSecretKey, type SecretSettings, withFiles } from './settings/secrets.ts';
import { readStorage, type StorageSettings } from './settings/storage.ts';
import { readWatching, type WatchingSettings } from './settings/watching.ts';

/** The settings of the service: read and checked once, then passed on. */
export interface Config
  extends ListeningSettings,
    StorageSettings,
    SecretSettings,
    MailSettings,
    OtherServers,
    WatchingSettings {
  /** Directory of the built catalog; null when the service does not serve it. */
  catalogDir: string | null;
  firstAdministrator: FirstAdministrator | null;
  limits: Limits;
}

/** Reads and checks the settings. Error: ConfigError, with one line that says what to correct. */
export function readConfig(reported: Environment): Config {
  const environment = withFiles(reported);
  return {
    ...readStorage(environment),
    ...readSecretKey(environment),
    ...readWatching(environment),
    ...readMail(environment),
    ...readOtherServers(environment),
    ...readListening(environment),
    catalogDir: environment.CATALOG_DIR ? resolve(environment.CATALOG_DIR) : null,
    firstAdministrator: readFirstAdministrator(environment),
    limits: readLimits(environment),
  };
}
