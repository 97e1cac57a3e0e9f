/** A setting that can't be used. The message names the variable and says what to write instead. */
export class ConfigError extends Error {}

/** What the process is told by its environment, with what files say (`secrets.ts`). */
export type Environment = Readonly<Record<string, string | undefined>>;
