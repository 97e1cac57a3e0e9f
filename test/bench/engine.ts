import startPostgres from '../setup/database/postgres.global.ts';

/** The database engines that the service is measured on, with their names for people. */
export const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;
export type Engine = keyof typeof engines;

/** The engines to measure: the one that `BENCH_ENGINE` names, otherwise both. */
export const chosenEngines = (): Engine[] =>
  (Object.keys(engines) as Engine[]).filter((engine) => (process.env.BENCH_ENGINE ?? engine) === engine);

/** Makes the test services of this process use an engine from now on; returns a function that stops its server. */
export async function startEngine(engine: Engine): Promise<() => Promise<void>> {
  process.env.TEST_DATABASE = engine;
  return engine === 'postgres' ? startPostgres() : async () => undefined;
}
