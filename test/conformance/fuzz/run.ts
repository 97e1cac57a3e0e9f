/** `npm run fuzz`: rounds of hostile requests to every operation, or to those named after it; docs/testing.md. */
import startPostgres from '../../setup/database/postgres.global.ts';
import { fuzzRound } from './round.ts';

for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const number = (name: string, otherwise: number): number => {
  const value = Number(process.env[name] || otherwise);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`${name} must be a number above 0.`);
};

// Starts a separate database server, which ends with this process.
if (process.env.TEST_DATABASE === 'postgres') await startPostgres();

const first = Math.floor(number('FUZZ_SEED', 1 + Math.random() * 1_000_000_000));
const ends = Date.now() + number('FUZZ_MINUTES', 10) * 60_000;
const requests = number('FUZZ_REQUESTS', 40);
const only = process.argv.slice(2);
let failed = 0;
for (let seed = first; seed === first || Date.now() < ends; seed += 1_000) {
  say(`FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests}`);
  const { faults, statuses } = await fuzzRound({
    seed,
    requests,
    ...(only.length > 0 && { only }),
  });
  for (const fault of faults) say(`✗ ${fault}`);
  failed += faults.length;
  say(
    [...statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  );
}
say(failed === 0 ? 'Everything was answered as promised.' : `${failed} faults.`);
process.exit(failed === 0 ? 0 : 1);
