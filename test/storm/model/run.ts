import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Random } from '../random.ts';

/** Histories that one process runs, and what it is told by its argument. */
export interface Share {
  runs: number;
  seed: number;
}

/** A process runs so many and ends: memory that the simulated pages took goes with it. */
const share = 250;

/** Runs histories in as many processes as the machine has cores. Answers the first failure's words, or null. */
export async function runHistories(
  { runs, seed }: Share,
  say: (line: string) => void,
): Promise<string | null> {
  const random = new Random(seed);
  let left = runs;
  let failure: string | null = null;
  const work = async () => {
    while (left > 0 && failure === null) {
      const part = { runs: Math.min(share, left), seed: random.below(2 ** 31) };
      left -= part.runs;
      failure ??= await runShare(part);
      say(`${runs - left} of ${runs} histories are done or under way`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return failure;
}

async function runShare(part: Share): Promise<string | null> {
  const child = fork(join(import.meta.dirname, 'share.ts'), [JSON.stringify(part)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let failure: string | null = null;
  child.on('message', (words: string) => {
    failure = words;
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const [code] = await once(child, 'exit');
  process.off('exit', end);
  return failure ?? (code === 0 ? null : `A process with histories of seed ${part.seed} ended with ${code}.`);
}
