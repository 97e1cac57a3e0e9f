import type { Limits } from '../../limits.ts';
import { PasswordPool } from '../../platform/passwords/pool.ts';

type Cost = Pick<Limits, 'passwordMemory' | 'passwordPasses'>;

/** One pool for the process, whatever services run in it, because it limits what the whole process uses. */
const pool = new PasswordPool();

/** argon2id in the usual `$argon2id$…` form. Error: `unavailable` when too many passwords wait to be hashed. */
export async function hashPassword(password: string, cost: Cost): Promise<string> {
  const { passwordMemory: memoryCost, passwordPasses: timeCost } = cost;
  return String(await pool.run({ kind: 'hash', password, memoryCost, timeCost }));
}

/** Whether the password is the one that was hashed. Error: `unavailable`. */
export async function verifyPassword(hashed: string, password: string): Promise<boolean> {
  return (await pool.run({ kind: 'verify', hashed, password })) === true;
}

let decoy: Promise<string> | undefined;

/** Takes as long as a real check and fails, so that response times do not tell which users exist. */
export async function pretendToVerify(password: string, cost: Cost): Promise<false> {
  decoy ??= hashPassword('nobody has this password', cost).catch((error: unknown) => {
    decoy = undefined;
    throw error;
  });
  await verifyPassword(await decoy, password);
  return false;
}
