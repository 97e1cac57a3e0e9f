import type { RefusedError } from '../../data/http/errors.ts';
import type { IdentityWords } from './messages.ts';

type Words = IdentityWords['newPassword'];

/** Every organization asks for as many characters at least; its own rules come on top, at the service. */
const least = 5;

/** What is wrong with a new password that no service needs to be asked for; undefined for nothing. */
export function flawOf(newPassword: string, old: string | null, words: Words): string | undefined {
  if (newPassword === '') return words.missing;
  if (/\s/.test(newPassword)) return words.rules.spaces();
  if (newPassword.length < least) return words.rules.length(least);
  return newPassword === old ? words.same : undefined;
}

/** Which rule of the organization a new password breaks; a general word where this version knows no such rule. */
export function ruleOf({ details }: RefusedError, words: Words): string {
  const say = Object.entries(words.rules).find(([rule]) => rule === details?.rule)?.[1];
  const count = Number(details?.count);
  return say !== undefined && Number.isInteger(count) ? say(count) : words.refused;
}
