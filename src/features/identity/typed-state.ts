import { create } from 'zustand';

/**
 * The key under which the user ID is stored while it is typed, so that neither a reload nor the end of the browser
 * loses it; never a password.
 */
const userIdKey = 'appshelf.user-id';
/**
 * The key under which it is stored that a person does not want to stay signed in, so that a reload does not change
 * that.
 */
const leavesKey = 'appshelf.signs-out';

interface Typed {
  /** Null until the person changes the proposed user ID, which is that of the last sign-in here. */
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

/** What was typed for signing in. It outlives the form, so that neither an error nor another page loses it. */
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

/** Where the browser stores nothing, the value lasts until the page is closed. */
function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The value is still in memory.
  }
}
