import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { lockDataDirectory } from './platform/database/sqlite/data-directory-lock.ts';
import { setPrivateUmask } from './platform/own-files.ts';
import { describeStartFailure } from './settings/start-failures.ts';

/**
 * Milliseconds after which a process that does not finish stopping exits anyway: before the 10 s after which
 * supervisors commonly kill it.
 */
const stopTimeout = 9_000;

/** Reads the environment, builds the service, listens, and drains on SIGTERM and SIGINT. Resolves when it listens. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  // A web server that sends the files has to read them.
  if (!config.downloads.by.startsWith('x-')) setPrivateUmask();
  // Held until the process ends, also by this reference: a lock that nothing refers to would be collected.
  if ('file' in config.database) process.once('exit', await lockDataDirectory(config.dataDir));
  const app = await buildApp(config);
  let stopping = false;
  const stop = (): void => {
    // A signal to the whole process group arrives a second time when a parent process forwards it.
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), config.drainTime + stopTimeout).unref();
    const ended = config.drainTime === 0 ? app.close() : app.announceStop(config.drainTime).then(app.close);
    ended.then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (config.smtp === null) {
    app.server.log.info('SMTP_URL is not set: mail is written to DATA_DIR/outbox and not sent');
  }
  await app.server.listen({ host: config.host, port: config.port });
  app.server.log.info({ port: config.port, host: config.host }, 'ready');
  // Only a person who uploads something at once waits for it.
  void app.platform.workers
    .warm()
    .then((isolation) =>
      app.server.log.info(
        { isolation: isolation?.name ?? 'not started' },
        `uploaded files are read in processes of their own: ${isolation?.means ?? 'none could be started, see above'}`,
      ),
    );
}

/** An error with its causes: often the error itself only says what could not be done. */
function formatError(error: unknown): string {
  if (!(error instanceof Error)) return `${String(error)}\n`;
  return `${error.stack}\n${error.cause === undefined ? '' : `Caused by: ${formatError(error.cause)}`}`;
}

await main().catch((error: unknown) => {
  const why = describeStartFailure(error);
  process.stderr.write(why === null ? formatError(error) : `Appshelf can't start: ${why}\n`);
  process.exit(1);
});
