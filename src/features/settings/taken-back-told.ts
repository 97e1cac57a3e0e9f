import { releaseTakenBack } from '../../data/update.ts';

/** The key under which it is stored of which taken-back release the person has been told. */
const key = 'release-taken-back';

/**
 * Whether the person knows that the release was taken back; where the browser stores nothing, they are told at every
 * start.
 */
export function isTold(): boolean {
  try {
    return localStorage.getItem(key) === releaseTakenBack();
  } catch {
    return false;
  }
}

/** Notes that the person has read it. */
export function noteTold(): void {
  try {
    localStorage.setItem(key, releaseTakenBack() ?? '');
  } catch {
    // They are told again at the next start.
  }
}
