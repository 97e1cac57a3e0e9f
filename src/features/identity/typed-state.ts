import { create } from 'zustand';

/** Where the user ID is kept while it is typed, so that a reload or the end of the browser does not lose it; never a password. */
const userIdKey = 'appshelf.user-id';
/** Where it is kept that somebody does not want to stay signed in: a reload in between must not make them. */
const leavesKey = 'appshelf.signs-out';

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
  userId: read(userIdKey),
  remember: read(leavesKey) === null,
  change: (part) => {
    if (part.userId !== undefined) keep(userIdKey, part.userId);
    if (part.remember !== undefined) keep(leavesKey, part.remember ? null : 'yes');
    set(part);
  },
  clear: () => {
    keep(userIdKey, null);
    keep(leavesKey, null);
    set(nothing);
  },
}));

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Where the browser keeps nothing, it lasts until the page is closed. */
function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // It is still in memory.
  }
}
