import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';

/** A stop that takes longer than this is cut short; the fixed point is 10 s. */
const patience = 9_000;

/** Reads the environment, builds the service, listens, and drains on SIGTERM and SIGINT. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const app = await buildApp(config);
  const stop = (): void => {
    setTimeout(() => process.exit(1), patience).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  await app.server.listen({ host: config.host, port: config.port });
  app.server.log.info({ port: config.port, host: config.host }, 'ready');
}

main().catch((error: unknown) => {
  const clear = error instanceof ConfigError;
  process.stderr.write(
    clear ? `Appshelf can't start: ${error.message}\n` : `${String((error as Error).stack)}\n`,
  );
  process.exit(1);
});
