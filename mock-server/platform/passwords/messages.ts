/** What the thread is asked: to hash a password with argon2id, or to verify a password. */
export type PasswordTask =
  | { kind: 'hash'; password: string; memoryCost: number; timeCost: number }
  | { kind: 'verify'; password: string; hashed: string };

/** Its answer: the hash, whether the password matches, or why it failed. */
export type PasswordAnswer = { result: string | boolean } | { problem: string };

/**
 * How a thread gets processor time: `steady` always has a share, `spare` only takes what nobody else wants at that
 * moment.
 */
export type PasswordThreadKind = 'steady' | 'spare';

/** Messages of a thread: `ready` once, when it can take tasks, and then an answer to each task. */
export type PasswordThreadMessage = 'ready' | PasswordAnswer;
