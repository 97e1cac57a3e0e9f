import { hash, verify } from '@node-rs/argon2';
import type { Limits } from '../../limits.ts';

type Cost = Pick<Limits, 'passwordMemory' | 'passwordPasses'>;

const parameters = (cost: Cost) => ({
  memoryCost: cost.passwordMemory,
  timeCost: cost.passwordPasses,
  parallelism: 1,
});

/** argon2id (the library's default) in the usual `$argon2id$…` form. */
export const hashPassword = (password: string, cost: Cost): Promise<string> =>
  hash(password, parameters(cost));

/** Whether the password is the one that was hashed. */
export const verifyPassword = (hashed: string, password: string): Promise<boolean> =>
  verify(hashed, password);

let decoy: Promise<string> | undefined;

/** Takes as long as a real check and fails, so that response times do not tell which users exist. */
export async function pretendToVerify(password: string, cost: Cost): Promise<false> {
  decoy ??= hashPassword('nobody has this password', cost);
  await verifyPassword(await decoy, password);
  return false;
}
