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
const rememberKey = 'appshelf.signs-out';

interface TypedFields {
  /** Null until the person changes the proposed user ID, which is that of the last sign-in here. */
  userId: string | null;
  password: string;
  remember: boolean;
}

interface TypedFieldsState extends TypedFields {
  change(part: Partial<TypedFields>): void;
  /** Forgets what was typed, once it is no longer needed. */
  clear(): void;
}

const emptyFields: TypedFields = { userId: null, password: '', remember: true };

/** What was typed for signing in. It outlives the form, so that neither an error nor another page loses it. */
export const useTypedFields = create<TypedFieldsState>()((set) => ({
  ...emptyFields,
  userId: read(userIdKey),
  remember: read(rememberKey) === null,
  change: (part) => {
    if (part.userId !== undefined) storeValue(userIdKey, part.userId);
    if (part.remember !== undefined) storeValue(rememberKey, part.remember ? null : 'yes');
    set(part);
  },
  clear: () => {
    storeValue(userIdKey, null);
    storeValue(rememberKey, null);
    set(emptyFields);
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
function storeValue(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The value is still in memory.
  }
}
