/**
 * The arguments of a key derivation, with only one round. Deriving keys from passwords is slow on purpose, against
 * attackers that the tests do not have.
 */
export const cheap = (given: unknown): unknown =>
  typeof given === 'object' && given !== null && 'iterations' in given ? { ...given, iterations: 1 } : given;
