/**
 * `npm run test:chaos`: the offline engine in hostile weather; with `-- --model`, in histories of a simulated world.
 * docs/testing.md says what they do and by which variables they are told how.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import startPostgres from '../setup/database/postgres.global.ts';
import { type ChaosOptions, runChaos } from './chaos.ts';
import { runHistories } from './model/run.ts';
import { held, reportText } from './report.ts';

// A signal ends a process without its exit handlers, which stop what was started.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));

const { values } = parseArgs({ options: { model: { type: 'boolean', default: false } } });
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const number = (name: string, otherwise: number): number => {
  const value = Number(process.env[name] || otherwise);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`${name} must be a number above 0.`);
};
const seed = Math.floor(number('CHAOS_SEED', 1 + Math.random() * 1_000_000_000));

async function inWeather(): Promise<boolean> {
  const minutes = number('CHAOS_MINUTES', 10);
  const options: ChaosOptions = {
    seed,
    minutes,
    writes: number('CHAOS_WRITES', Math.ceil(minutes * 1_000)),
    kills: number('CHAOS_KILLS', Math.ceil(minutes * 10)),
    devices: 3,
    subjects: 24,
  };
  const { writes, kills } = options;
  say(`CHAOS_SEED=${seed}: ${minutes} minutes, ${writes} writes, ${kills} kills of each side`);
  const report = await runChaos(options, say);
  process.stdout.write(`${reportText(report, options)}\n`);
  return held(report, options);
}

async function inHistories(): Promise<boolean> {
  const runs = number('CHAOS_HISTORIES', 10_000);
  say(`CHAOS_SEED=${seed}: ${runs} histories`);
  const workers = number('CHAOS_WORKERS', availableParallelism());
  const failed = await runHistories({ runs, seed, workers }, say);
  const words = failed === 0 ? 'every promise was kept' : `${failed} failed`;
  process.stdout.write(`${runs} histories: ${words}\n`);
  return failed === 0;
}

// A database server of its own, which ends with this process.
if (process.env.TEST_DATABASE === 'postgres') await startPostgres();
process.exit((await (values.model ? inHistories() : inWeather())) ? 0 : 1);
