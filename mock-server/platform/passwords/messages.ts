/** What is asked: to hash a password by argon2id, or whether it is the one that was hashed. */
export type PasswordTask =
  | { kind: 'hash'; password: string; memoryCost: number; timeCost: number }
  | { kind: 'verify'; password: string; hashed: string };

/** The answer: the hash, whether the password matches, or why it failed. */
export type PasswordAnswer = { result: string | boolean } | { problem: string };

/** What the spare process is sent. It does several tasks at a time, so they have numbers. */
export interface SpareTask {
  number: number;
  task: PasswordTask;
}

/** What the spare process says: `ready` once, and then an answer to each task. */
export type SpareMessage = 'ready' | { number: number; answer: PasswordAnswer };
