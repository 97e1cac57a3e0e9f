import { create } from 'zustand';

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
  change: (part) => set(part),
  clear: () => set(nothing),
}));
