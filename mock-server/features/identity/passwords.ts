import { PasswordHasher } from '../../platform/password-hasher.ts';
import type { Limits } from '../../settings/limits.ts';

type Cost = Pick<Limits, 'passwordMemory' | 'passwordPasses'>;

/** One for the process, whatever services run in it, because it limits what the whole process uses. */
const hasher = new PasswordHasher();

/** argon2id in the usual `$argon2id$…` form. Error: `unavailable` when too many passwords wait to be hashed. */
export const hashPassword = (password: string, cost: Cost): Promise<string> =>
  hasher.hash(password, { memoryCost: cost.passwordMemory, timeCost: cost.passwordPasses });

/** Whether the password is the one that was hashed. Error: `unavailable`. */
export const verifyPassword = (hashed: string, password: string): Promise<boolean> =>
  hasher.verify(hashed, password);

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
