import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { seedsOf } from './seeds.ts';

/** A process runs so many and ends: memory that the simulated pages took goes with it. */
const share = 250;

/** Runs histories in so many processes at once. Says why each failed that does, with its seed; answers how many did. */
export async function runHistories(
  { runs, seed, workers }: { runs: number; seed: number; workers: number },
  say: (line: string) => void,
): Promise<number> {
  const seeds = seedsOf(seed, runs);
  let failed = 0;
  const failure = (words: string) => {
    failed += 1;
    say(words);
  };
  const work = async () => {
    while (seeds.length > 0) {
      await runShare(seeds.splice(0, share), failure);
      say(`${runs - seeds.length} of ${runs} histories are done or under way, ${failed} failed`);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return failed;
}

async function runShare(seeds: readonly number[], failure: (words: string) => void): Promise<void> {
  const child = fork(join(import.meta.dirname, 'share.ts'), [JSON.stringify(seeds)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', failure);
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const [code] = await once(child, 'exit');
  process.off('exit', end);
  if (code !== 0) failure(`The process with the histories from seed ${seeds[0]} on ended with ${code}.`);
}
