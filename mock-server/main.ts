import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';

/** A stop that takes longer than this is cut short; the fixed point is 10 s. */
const stopTimeout = 9_000;

/** Reads the environment, builds the service, listens, and drains on SIGTERM and SIGINT. Done when it listens. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const app = await buildApp(config);
  let stopping = false;
  const stop = (): void => {
    // A signal to a whole process group comes again through each parent.
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopTimeout).unref();
    app.close().then(
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
    app.server.log.info('SMTP_URL is not set: mail is written to the outbox in DATA_DIR, and sent by nobody');
  }
  await app.server.listen({ host: config.host, port: config.port });
  app.server.log.info({ port: config.port, host: config.host }, 'ready');
}

await main().catch((error: unknown) => {
  const clear = error instanceof ConfigError;
  process.stderr.write(
    clear ? `Appshelf can't start: ${error.message}\n` : `${String((error as Error).stack)}\n`,
  );
  process.exit(1);
});
