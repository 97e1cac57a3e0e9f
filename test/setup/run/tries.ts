/**
 * How often a property of the service is tried: on PostgreSQL a fifth of that, for the values that are drawn are judged before
 * a database sees them, and where a run does everything SQLite has seen them all.
 */
export const tries = (count: number): { numRuns: number } => ({
  numRuns: process.env.TEST_DATABASE === 'postgres' ? Math.ceil(count / 5) : count,
});
