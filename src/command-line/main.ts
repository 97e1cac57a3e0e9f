import { exitCodes, interruptedError } from './problems.ts';
import { run } from './run.ts';

const controller = new AbortController();
// A terminal sends the signal to every process of its group, so it may come twice: through npx, for example.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => controller.abort(interruptedError()));
}
// A reader that stops early (`head`) is no failure; a full disk is.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`appshelf: The result cannot be written: ${error.message}\n`);
  process.exit(exitCodes.failed.code);
});
process.stderr.on('error', () => undefined);
process.exitCode = await run(process.argv.slice(2), controller.signal);
