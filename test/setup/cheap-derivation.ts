/** Deriving keys from passwords is made slow on purpose, which nobody here attacks: the arguments of a derivation, with one round. */
export const cheap = (given: unknown): unknown =>
  typeof given === 'object' && given !== null && 'iterations' in given ? { ...given, iterations: 1 } : given;
