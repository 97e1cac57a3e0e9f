import { pathToFileURL } from 'node:url';
import { type Config, readConfig } from '../config.ts';
import { ConfigError } from '../settings/environment.ts';
import { catalogDir, serverFile } from './paths.ts';

/**
 * The settings of the service. A setting that can't be used ends the process with one line that says what to correct.
 */
export function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`Appshelf can't start: ${error.message}\n`);
    process.exit(1);
  }
}

/** Runs the built service and catalog in this process; resolves when it listens. */
export async function runService(): Promise<void> {
  process.env.CATALOG_DIR ??= catalogDir;
  await import(pathToFileURL(serverFile).href);
}
