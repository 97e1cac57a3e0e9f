import type { RefusedError } from '../../../data/http/errors.ts';
import type { NewPasswordWords } from './new-password-messages.ts';

/** The minimum length in every organization; the service also checks the organization's own rules. */
const minPasswordLength = 5;

/** What is wrong with a new password as far as the browser can tell; undefined when nothing is. */
export function findFlaw(
  newPassword: string,
  old: string | null,
  words: NewPasswordWords,
): string | undefined {
  if (newPassword === '') return words.missing;
  if (newPassword.length < minPasswordLength) return words.rules.length({ count: minPasswordLength });
  return newPassword === old ? words.same : undefined;
}

/** The organization's rule that a new password breaks, as a sentence; a general one for a rule that this version does not know. */
export function describeRule({ details }: RefusedError, words: NewPasswordWords): string {
  const say = Object.entries(words.rules).find(([rule]) => rule === details?.rule)?.[1];
  const count = Number(details?.count);
  if (say === undefined || !Number.isInteger(count)) return words.refused;
  return typeof say === 'string' ? say : say({ count });
}
