/**
 * How often fast-check tries a property of the service. On PostgreSQL it is a fifth: the random values are checked
 * before a database sees them, and SQLite has seen them all in the full tier.
 */
export const tries = (count: number): { numRuns: number } => ({
  numRuns: process.env.TEST_DATABASE === 'postgres' ? Math.ceil(count / 5) : count,
});
