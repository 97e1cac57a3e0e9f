import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { seedsOf } from './seeds.ts';

/** A process runs so many and ends: memory that the simulated pages took goes with it. */
const share = 250;

/** Runs histories in so many processes at once. Answers the words of each that failed, with its seed. */
export async function runHistories(
  { runs, seed, workers }: { runs: number; seed: number; workers: number },
  say: (line: string) => void,
): Promise<string[]> {
  const seeds = seedsOf(seed, runs);
  const failures: string[] = [];
  const work = async () => {
    while (seeds.length > 0) {
      failures.push(...(await runShare(seeds.splice(0, share))));
      say(`${runs - seeds.length} of ${runs} histories are done or under way, ${failures.length} failed`);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return failures;
}

async function runShare(seeds: readonly number[]): Promise<string[]> {
  const child = fork(join(import.meta.dirname, 'share.ts'), [JSON.stringify(seeds)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failures: string[] = [];
  child.on('message', (words: string) => failures.push(words));
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const [code] = await once(child, 'exit');
  process.off('exit', end);
  if (code !== 0)
    failures.push(`The process with the histories from seed ${seeds[0]} on ended with ${code}.`);
  return failures;
}
