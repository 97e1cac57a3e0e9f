/** `npm run test:storm`: the offline engine in hostile weather; docs/testing.md says what it does and what it is told by variables. */
import { held, reportText } from './report.ts';
import { type StormOptions, storm } from './storm.ts';

const number = (name: string, otherwise: number): number => {
  const value = Number(process.env[name] || otherwise);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`${name} must be a number above 0.`);
};

const minutes = number('STORM_MINUTES', 10);
const options: StormOptions = {
  seed: Math.floor(number('STORM_SEED', 1 + Math.random() * 1_000_000_000)),
  minutes,
  writes: number('STORM_WRITES', Math.ceil(minutes * 1_000)),
  kills: number('STORM_KILLS', Math.ceil(minutes * 10)),
  devices: 3,
  applications: 24,
};
const say = (line: string): void => void process.stderr.write(`${line}\n`);
// A signal ends a process without its exit handlers, which stop what was started.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));

say(
  `STORM_SEED=${options.seed}: ${minutes} minutes, ${options.writes} writes, ${options.kills} kills of each side`,
);
const report = await storm(options, say);
process.stdout.write(`${reportText(report, options)}\n`);
process.exit(held(report, options) ? 0 : 1);
