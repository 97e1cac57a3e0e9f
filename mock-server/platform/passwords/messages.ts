/** What the thread is asked: to hash a password by argon2id, or whether it is the one that was hashed. */
export type PasswordTask =
  | { kind: 'hash'; password: string; memoryCost: number; timeCost: number }
  | { kind: 'verify'; password: string; hashed: string };

/** Its answer: the hash, whether the password matches, or why it failed. */
export type PasswordAnswer = { result: string | boolean } | { problem: string };
