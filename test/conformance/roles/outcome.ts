import type { Answer, Refusal } from '../../setup/answers.ts';

/** Status and code of a refusal, and the two most frequent ones. */
export const statusAndCode = ({ status, code }: Refusal): [number, number] => [status, code];
export const forbidden = [403, 11];
export const notThere = [404, 1010];

/** The answer that a caller gets. */
export type Outcome =
  | 'through'
  | 'forbidden'
  | 'unknown organization'
  | 'not signed in'
  | 'no such device'
  | 'device not named'
  | 'account disabled'
  | 'no room below';

/** Refusals that are recognised by the error code in the answer. */
const byCode: Record<number, Outcome> = {
  10: 'unknown organization',
  11: 'forbidden',
  1001: 'not signed in',
  1004: 'account disabled',
  1014: 'no such device',
};

/** Refusals with code 20, which means only “the request is invalid”. */
const byMessage: readonly [RegExp, Outcome][] = [
  [/^This parent is already at the third level/, 'no room below'],
  [/Send the device’s udid/, 'device not named'],
];

/** The `Outcome` of an answer; any other answer is described in words. */
export function outcomeOf({ status, body }: Answer): string {
  if ([200, 201, 202, 204, 302].includes(status)) return 'through';
  const { code = 0, message = '' } = (body as { error?: { code: number; message: string } }).error ?? {};
  if (code === 20) return byMessage.find(([pattern]) => pattern.test(message))?.[1] ?? `20: ${message}`;
  return byCode[code] ?? `${status} ${code}: ${message}`;
}
