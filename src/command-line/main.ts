import { interrupted } from './problems.ts';
import { run } from './run.ts';

const controller = new AbortController();
// A terminal sends the signal to each process of its group, so it may come twice.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => controller.abort(interrupted()));
}
process.exitCode = await run(process.argv.slice(2), controller.signal);
