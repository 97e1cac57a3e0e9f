import { findRolledBackRelease } from '../../data/update.ts';

/** The key under which it is stored of which taken-back release the person has been told. */
const key = 'release-taken-back';

/**
 * Whether the person knows that the release was taken back; where the browser stores nothing, they are told at every
 * start.
 */
export function isAcknowledged(): boolean {
  try {
    return localStorage.getItem(key) === findRolledBackRelease();
  } catch {
    return false;
  }
}

/** Notes that the person has read it. */
export function acknowledge(): void {
  try {
    localStorage.setItem(key, findRolledBackRelease() ?? '');
  } catch {
    // They are told again at the next start.
  }
}
