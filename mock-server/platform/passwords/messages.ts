/** What is asked: to hash a password by argon2id, or whether it is the one that was hashed. */
export type PasswordTask =
  | { kind: 'hash'; password: string; memoryCost: number; timeCost: number }
  | { kind: 'verify'; password: string; hashed: string };

/** The answer: the hash, whether the password matches, or why it failed. */
export type PasswordAnswer = { result: string | boolean } | { problem: string };

/** What the spare process is sent, several in a message. It does several at a time, so they have numbers. */
export interface SpareTask {
  number: number;
  task: PasswordTask;
}

/** The answer to the task of that number. */
export interface SpareAnswer {
  number: number;
  answer: PasswordAnswer;
}

/** What the spare process says: `ready` once, and then the answers to its tasks, several at a time. */
export type SpareMessage = 'ready' | SpareAnswer[];
