import { create } from 'zustand';

interface Typed {
  /** Null until the person changes what was offered: the one who signed in here last. */
  userId: string | null;
  password: string;
  remember: boolean;
}

interface TypedState extends Typed {
  change(part: Partial<Typed>): void;
  /** Forgets what was typed, once it has served. */
  clear(): void;
}

const nothing: Typed = { userId: null, password: '', remember: true };

/** What was typed to sign in. It outlives the form, so that no error and no new page costs a letter of it. */
export const useTyped = create<TypedState>()((set) => ({
  ...nothing,
  change: (part) => set(part),
  clear: () => set(nothing),
}));
