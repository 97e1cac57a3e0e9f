import { chmodSync, statSync } from 'node:fs';

/** Rights of the group and of all others. */
const groupAndOthersBits = 0o077;

/** Lets only the user of this process read the files that it makes from now on. */
export const setPrivateUmask = (): void => void process.umask(groupAndOthersBits);

/** Takes the rights of the group and of all others from a file that somebody else has made; none where there is none. */
export function makePrivate(file: string): void {
  try {
    const { mode } = statSync(file);
    if ((mode & groupAndOthersBits) !== 0) chmodSync(file, mode & 0o700);
  } catch {
    // It does not exist, or belongs to another user, whose rights are theirs.
  }
}
