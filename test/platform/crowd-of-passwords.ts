import { type PasswordHelp, PasswordPool } from '../../mock-server/platform/passwords/pool.ts';
import type { SpareOptions } from '../../mock-server/platform/passwords/spare-process.ts';
import { programOf } from '../../mock-server/platform/programs.ts';

const program = programOf('password-worker');

/** One thread and a spare process that need not yield, whatever the machine has. */
export const withSpare: PasswordHelp & { spare: SpareOptions } = {
  threads: 1,
  program,
  spare: { program, threads: 2, yielding: ['/usr/bin/env'], longestIdle: 60_000 },
};

/** As a program with the argument `hash`, a process in which a crowd wants passwords hashed until it is killed. */
if (process.argv[2] === 'hash') {
  const pool = new PasswordPool(withSpare);
  const again = async (): Promise<never> => {
    while (true) await pool.run({ kind: 'hash', memoryCost: 4096, timeCost: 2, password: 'a password' });
  };
  await Promise.all(Array.from({ length: 30 }, again));
}
