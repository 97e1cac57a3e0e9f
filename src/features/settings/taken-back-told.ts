import { releaseTakenBack } from '../../data/update.ts';

/** Where it is kept which release's end the person has been told of. */
const key = 'release-taken-back';

/** Whether the person knows that the release was taken back; where the browser keeps nothing they are told at every start. */
export function isTold(): boolean {
  try {
    return localStorage.getItem(key) === releaseTakenBack();
  } catch {
    return false;
  }
}

/** The person has read it. */
export function noteTold(): void {
  try {
    localStorage.setItem(key, releaseTakenBack() ?? '');
  } catch {
    // Told again at the next start.
  }
}
