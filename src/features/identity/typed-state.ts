import { create } from 'zustand';

/** Where the user ID is kept while it is typed, so that a reload or the end of the browser does not lose it; never a password. */
const key = 'appshelf.user-id';

interface Typed {
  /** Null until the person changes the proposed user ID: that of the last sign-in here. */
  userId: string | null;
  password: string;
  remember: boolean;
}

interface TypedState extends Typed {
  change(part: Partial<Typed>): void;
  /** Forgets what was typed, once it is no longer needed. */
  clear(): void;
}

const nothing: Typed = { userId: null, password: '', remember: true };

/** What was typed to sign in. It outlives the form, so that nothing typed is lost to an error or another page. */
export const useTyped = create<TypedState>()((set) => ({
  ...nothing,
  userId: readUserId(),
  change: (part) => {
    if (part.userId !== undefined) keepUserId(part.userId);
    set(part);
  },
  clear: () => {
    keepUserId(null);
    set(nothing);
  },
}));

function readUserId(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Where the browser keeps nothing, it lasts until the page is closed. */
function keepUserId(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(key);
    else localStorage.setItem(key, userId);
  } catch {
    // It is still in memory.
  }
}
