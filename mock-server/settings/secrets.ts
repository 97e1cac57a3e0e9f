import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError, type Environment } from './environment.ts';

export interface SecretSettings {
  /** Keys of 32 bytes in base64, the current one first; null: they are in a file. */
  secretKey: string | null;
  /** The file of the keys; null: `secret.key` in `dataDir`, created at the first start. */
  secretKeyFile: string | null;
  /** Whether the file is a copy that systemd made for this start: it can't be written and never changes. */
  secretKeyIsPassed: boolean;
}

/** Secret settings: each may be in a file that `…_FILE` names, or among the credentials that systemd provides. */
const inFiles = ['DATABASE_URL', 'DATABASE_READ_URL', 'SMTP_URL', 'ADMIN_PASSWORD', 'METRICS_TOKEN'] as const;

/**
 * The environment with the settings from files. Error: ConfigError for a file that can't be read, or a setting that is
 * given twice.
 */
export function withFiles(environment: Environment): Environment {
  const read: Record<string, string> = {};
  for (const name of inFiles) {
    const file = getFileVariable(environment, name);
    if (file !== null) read[name] = readText(file, name).trim();
  }
  return { ...environment, ...read };
}

/** The file with a secret setting; null when there is none. */
function getFileVariable(environment: Environment, name: string): string | null {
  const reported = environment[`${name}_FILE`];
  if (reported && environment[name]) {
    throw new ConfigError(`${name} and ${name}_FILE exclude each other. Remove one.`);
  }
  if (reported) return resolve(reported);
  const directory = environment.CREDENTIALS_DIRECTORY;
  if (!directory || environment[name]) return null;
  const passed = join(directory, name.toLowerCase());
  return existsSync(passed) ? passed : null;
}

/** Whether a file is among the credentials of systemd, which a unit may also name by `…_FILE=%d/…`. */
const isSetInEnvironment = ({ CREDENTIALS_DIRECTORY: directory }: Environment, file: string): boolean =>
  directory !== undefined && directory !== '' && dirname(file) === resolve(directory);

function readText(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${name}: ${file} can't be read (${code}).`);
  }
}

/** The keys for encrypting secrets. Error: ConfigError. */
export function readSecretKey(environment: Environment): SecretSettings {
  const secretKeyFile = getFileVariable(environment, 'SECRET_KEY');
  if (secretKeyFile !== null) {
    assertKeys(readText(secretKeyFile, 'SECRET_KEY_FILE'), 'SECRET_KEY_FILE');
    return {
      secretKey: null,
      secretKeyFile,
      secretKeyIsPassed: isSetInEnvironment(environment, secretKeyFile),
    };
  }
  const key = environment.SECRET_KEY;
  if (key === undefined || key === '') {
    if (environment.DATABASE_URL) {
      throw new ConfigError(
        'SECRET_KEY or SECRET_KEY_FILE is required with DATABASE_URL, so that every instance has the same. Make one with: openssl rand -base64 32',
      );
    }
    return { secretKey: null, secretKeyFile: null, secretKeyIsPassed: false };
  }
  assertKeys(key, 'SECRET_KEY');
  return { secretKey: key, secretKeyFile: null, secretKeyIsPassed: false };
}

function assertKeys(text: string, name: string): void {
  const keys = text.split(/[\s,]+/).filter(Boolean);
  if (keys.length > 0 && keys.every((key) => Buffer.from(key, 'base64').length === 32)) return;
  throw new ConfigError(`${name} must be 32 bytes in base64. Make one with: openssl rand -base64 32`);
}
