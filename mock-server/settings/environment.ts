/** A setting that can't be used. The message names the variable and says what to write instead. */
export class ConfigError extends Error {}

/** The variables of the process's environment, together with settings from files (`secrets.ts`). */
export type Environment = Readonly<Record<string, string | undefined>>;
