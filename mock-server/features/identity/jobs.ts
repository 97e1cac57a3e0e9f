import type { JobKind } from '../../platform/jobs/kind.ts';
import type { Platform } from '../../platform/services.ts';
import { forgetAttempts } from './attempt-store.ts';
import { forgetPlaces } from './place-store.ts';

const day = 24 * 60 * 60_000;
const before = (days: number) => new Date(Date.now() - days * day).toISOString();

/** The jobs of this feature: what was tried is kept for a month, from where somebody signed in for a quarter of a year. */
export const identityJobs = ({ database: { db } }: Platform): JobKind[] => [
  { name: 'forget-attempts', every: day / 24, run: () => forgetAttempts(db, before(30)) },
  { name: 'forget-places', every: day, run: () => forgetPlaces(db, before(90)) },
];
